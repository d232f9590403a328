/** Names of languages as files have them, and as HLS and MP4 want them. */

/**
 * BCP 47 in its shortest form of a tag in a file: `per`, `fas`, `pes` and `fa-IR` are all `fa`, `pt-BR` is `pt`, and
 * `pt-PT` stays. Null for a tag that names no language.
 */
export function parseLanguage(tag: string): string | null {
  try {
    const [name] = Intl.getCanonicalLocales(tag.trim().replaceAll('_', '-'));
    if (name === undefined) return null;
    const { language, script, region } = new Intl.Locale(name);
    if (
      ['und', 'mis', 'mul'].includes(language) ||
      new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(language) === undefined
    ) {
      return /^q[a-t][a-z]$/.test(language) ? language : null;
    }
    return new Intl.Locale(language, { ...(script && { script }), ...(region && { region }) }).minimize().toString();
  } catch {
    return null;
  }
}

/** Codes of ISO 639-2 that MP4 has for a language; the first by the alphabet would be `fas`, players know `per` too. */
const PREFERRED = [
  'per',
  'eng',
  'ara',
  'fre',
  'tur',
  'ger',
  'spa',
  'por',
  'ita',
  'rus',
  'chi',
  'jpn',
  'kor',
  'hin',
  'urd',
  'kur',
  'aze',
  'est',
  'lav',
  'rum',
];
const LETTERS = Array.from({ length: 26 }, (_, at) => String.fromCharCode(97 + at));

let codes: Map<string, string> | null = null;

/** The code of three letters of a language (ISO 639-2), as tracks of MP4 have it. */
export function toThreeLetters(language: string): string {
  const { language: name } = new Intl.Locale(language);
  if (name.length === 3) return name;
  codes ??= new Map(
    [...LETTERS.flatMap((a) => LETTERS.flatMap((b) => LETTERS.map((c) => a + b + c))).reverse(), ...PREFERRED].map(
      (code) => [Intl.getCanonicalLocales(code)[0] ?? code, code],
    ),
  );
  return codes.get(name) ?? 'und';
}
