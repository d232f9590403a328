const SAMPLE_BYTES = 64_000;
/** Encodings of each script (ISO 15924), the most usual first. Those of Asia are only read where the language is known. */
const BY_SCRIPT: Readonly<Record<string, readonly string[]>> = {
  Arab: ['windows-1256'],
  Cyrl: ['windows-1251', 'koi8-u', 'ibm866'],
  Grek: ['windows-1253'],
  Hebr: ['windows-1255'],
  Thai: ['windows-874'],
  Jpan: ['shift_jis', 'euc-jp'],
  Kore: ['euc-kr'],
  Hans: ['gb18030'],
  Hant: ['big5'],
};
/** Hebrew read as Cyrillic looks like Cyrillic, but not the other way round. */
const GUESSED_SCRIPTS = ['Arab', 'Hebr', 'Cyrl', 'Grek'];
const LATIN: readonly [encoding: string, languages: string, letters: string][] = [
  ['windows-1252', 'de', 'äöüß'],
  ['windows-1252', 'fr', 'éèêëàâçîïôùûüœæ'],
  ['windows-1252', 'es', 'áéíóúüñ¿¡'],
  ['windows-1252', 'pt', 'áéíóúâêôãõçà'],
  ['windows-1252', 'it', 'àèéìòù'],
  ['windows-1252', 'da nb nn no sv fi', 'æøåäöé'],
  ['windows-1254', 'tr az', 'çğıöşüâîû'],
  ['windows-1250', 'pl', 'ąćęłńóśźż'],
  ['windows-1250', 'cs sk', 'áčďéěíňóřšťúůýžôľĺŕä'],
  ['windows-1250', 'hu', 'áéíóöőúüű'],
  ['windows-1250', 'hr sl bs', 'čćđšž'],
  ['windows-1250', 'ro', 'ăâîșțşţ'],
  ['windows-1257', 'lt lv', 'ąčęėįšųūžāēģīķļņ'],
  ['windows-1257', 'et', 'äõöüšž'],
  ['windows-1252', 'is', 'áéíóúýþðæö'],
];

export interface DecodedText {
  text: string;
  encoding: string;
}

export function decodeText(bytes: Uint8Array, language: string | null): DecodedText {
  const decode = (encoding: string) => ({ encoding, text: new TextDecoder(encoding).decode(bytes) });
  const wide = findUtf16(bytes);
  if (wide !== null) return decode(wide);
  const utf8 = decode('utf-8');
  const count = (pattern: RegExp) => utf8.text.match(pattern)?.length ?? 0;
  // A file that is cut inside a letter, or has a wrong byte, is UTF-8 still.
  if (count(/\ufffd/g) <= count(/[^\0-\x7f\ufffd]/g)) return utf8;
  return decode(guessEncoding(bytes.subarray(0, SAMPLE_BYTES), language));
}

function findUtf16(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  for (const [at, byte] of bytes.subarray(0, SAMPLE_BYTES).entries())
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) * 10 < Math.min(bytes.length, SAMPLE_BYTES)) return null;
  return odd > even * 4 ? 'utf-16le' : even > odd * 4 ? 'utf-16be' : null;
}

function guessEncoding(sample: Uint8Array, language: string | null): string {
  const decode = (encoding: string) => new TextDecoder(encoding).decode(sample);
  const choose = (encodings: readonly string[]) => chooseBest(encodings, (encoding) => scoreWords(decode(encoding)));
  const locale = language === null || language === 'und' ? null : new Intl.Locale(language).maximize();
  const encodings = BY_SCRIPT[locale?.script ?? ''];
  if (encodings) return choose(encodings);
  const match = LATIN.find(([, languages]) => languages.split(' ').includes(locale?.language ?? ''));
  if (match) return match[0];
  if (locale?.script !== 'Latn' && !isLatin(sample))
    return choose(GUESSED_SCRIPTS.flatMap((script) => BY_SCRIPT[script] ?? []));
  return chooseBest(LATIN, ([encoding, , letters]) => scoreLetters(decode(encoding), letters))[0];
}

/** Accented letters are next to plain ones; words of other scripts have no plain letters. */
function isLatin(sample: Uint8Array): boolean {
  const isPlain = (byte: number | undefined) => byte !== undefined && /[a-z]/i.test(String.fromCharCode(byte));
  let [beyond, beside] = [0, 0];
  for (const [at, byte] of sample.entries()) {
    if (byte < 0x80) continue;
    beyond += 1;
    if (isPlain(sample[at - 1]) || isPlain(sample[at + 1])) beside += 1;
  }
  return beside * 2 >= beyond;
}

function chooseBest<T>(items: readonly [T, ...T[]] | readonly T[], score: (item: T) => number): T {
  const scored = items.map((item) => ({ item, score: score(item) }));
  return scored.reduce((best, one) => (one.score > best.score ? one : best)).item;
}

const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Hebrew}/u,
];
const BEYOND_ASCII = /[^\0-\x7f]/;

/** Pairs of neighbours beyond ASCII that look like one word, less those that do not: two scripts, or a capital inside. */
function scoreWords(text: string): number {
  let score = 0;
  let previous = '';
  for (const character of text) {
    if (BEYOND_ASCII.test(previous + character)) score += scorePair(previous, character);
    previous = character;
  }
  return score;
}

function scorePair(first: string, second: string): number {
  if (/[\ufffd\x80-\x9f\ue000-\uf8ff]/.test(second)) return -5;
  const [isFirst, isSecond] = [/\p{L}/u.test(first), /\p{L}/u.test(second)];
  if (!isFirst || !isSecond)
    return isFirst !== isSecond && /[\p{S}\p{No}\p{M}]/u.test(isFirst ? second : first) ? -1 : 0;
  const script = SCRIPTS.find((one) => one.test(first));
  if (!script?.test(second)) return -2;
  return /\p{Ll}/u.test(first) && /\p{Lu}/u.test(second) ? -2 : 1;
}

function scoreLetters(text: string, letters: string): number {
  const beyond = [...text.toLowerCase()].filter(
    (character) => BEYOND_ASCII.test(character) && !/[\p{P}\p{Z}]/u.test(character),
  );
  return beyond.filter((character) => letters.includes(character)).length / Math.max(1, beyond.length);
}
