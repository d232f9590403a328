import type { Locale } from './locale.ts';

/** What a failed call carries of texts (contract/errors.ts). */
interface Failure {
  code: string;
  message: string;
  message_fa: string;
  errors: Record<string, string[]>;
}

/**
 * What to show of a failed call: the first message of the fields in their order, else `message_fa`, else `message`
 * (spec 8.01, 8.06). Field messages come as [Persian, English]. Null where the server said nothing, as when it was
 * not reached: the caller has a text of its own for that.
 */
export function errorText(error: Failure, locale: Locale, fields: readonly string[] = []): string | null {
  if (error.code === 'network') return null;
  for (const field of fields) {
    const texts = error.errors[field];
    const text = inLocale(texts, locale);
    if (text) return text;
  }
  return (locale === 'fa' ? error.message_fa || error.message : error.message || error.message_fa) || null;
}

function inLocale(texts: string[] | undefined, locale: Locale): string | undefined {
  return locale === 'en' ? (texts?.[1] ?? texts?.[0]) : texts?.[0];
}
