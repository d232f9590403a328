import type { Locale } from './locale.ts';

/** What a failed call carries of texts (platform/http/errors.ts). */
interface Failure {
  code: string;
  message: string;
  message_fa: string;
  errors: Record<string, string[]>;
}

/**
 * What to show of a failed call (spec 8.01, 8.06): the first message of the fields in their order, of any other field,
 * else `message_fa`, else `message`, as written and in both languages. Our own errors, which have a code, hold their
 * text in both: there an English page reads `message` first. Null where the server said nothing, as when it was not
 * reached: the caller has a text of its own for that.
 */
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
