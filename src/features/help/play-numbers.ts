const NUMBER = /^\d{1,9}$/;

/** Numbers of one play, by the letter that each begins with. Milliseconds, seconds, pixels, kilobits a second. */
const FIELDS = {
  s: ['session', /^[0-9a-f-]{36}$/],
  e: ['error', /^[a-z_]{1,20}$/],
  b: ['start_ms', NUMBER],
  n: ['stalls', NUMBER],
  d: ['stalled_ms', NUMBER],
  p: ['played_s', NUMBER],
  a: ['at_s', NUMBER],
  h: ['height', NUMBER],
  r: ['rendition_kbps', NUMBER],
  m: ['network_kbps', NUMBER],
} as const;

type PlayLetter = keyof typeof FIELDS;
export type PlayField = (typeof FIELDS)[PlayLetter][0];
export const PLAY_TEXT_MAX = 160;

const isLetter = (letter: string): letter is PlayLetter => Object.hasOwn(FIELDS, letter);

/** `s<session>.enetwork.b1200`: each field once. Null for any other text. */
export function parsePlayNumbers(text: string): { field: PlayField; value: string }[] | null {
  if (text.length > PLAY_TEXT_MAX) return null;
  const letters = new Set<string>();
  const rows = text.split('.').flatMap((part) => {
    const [letter, value] = [part.charAt(0), part.slice(1)];
    if (!isLetter(letter) || letters.has(letter) || !FIELDS[letter][1].test(value)) return [];
    letters.add(letter);
    return [{ field: FIELDS[letter][0], value }];
  });
  return rows.length > 0 && rows.length === text.split('.').length ? rows : null;
}

/** Leaves out what is not known. */
export function buildPlayText(numbers: Partial<Record<PlayLetter, string | number | null>>): string {
  return Object.entries(numbers)
    .flatMap(([letter, value]) => {
      const text = typeof value === 'number' ? String(Math.round(value)) : (value ?? '');
      return isLetter(letter) && FIELDS[letter][1].test(text) ? [letter + text] : [];
    })
    .join('.');
}
