import type { Locale } from './locale.ts';

interface Failure {
  code: string;
  message: string;
  message_fa: string;
  errors: Record<string, string[]>;
}

/** `message_fa` precedes `message` (spec 8.01, 8.06); on English pages our own errors show `message` first. */
export function errorText(error: Failure, locale: Locale, fields: readonly string[] = []): string | null {
  if (error.code === 'network') return null;
  for (const field of [...fields, ...Object.keys(error.errors)]) {
    const text = error.errors[field]?.[0];
    if (text) return text;
  }
  const texts = [error.message_fa, error.message];
  const isTranslated = error.code !== 'unknown' && locale === 'en';
  return (isTranslated ? texts.reverse() : texts).find((text) => text !== '') ?? null;
}
