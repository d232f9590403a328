import { getLocale } from '../text/current-locale.ts';

export function languageList(codes: readonly string[]): string {
  const names = new Intl.DisplayNames([getLocale()], { type: 'language' });
  return new Intl.ListFormat([getLocale()], { type: 'conjunction' }).format(
    codes.map((code) => names.of(code) ?? code),
  );
}
