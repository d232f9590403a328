/** Letters of one sound, which names are written with either way: تهران and طهران, اتاق and اطاق, توفان and طوفان. */
const HOMOPHONES = ['تط', 'سثص', 'زذضظ', 'هح', 'قغ'] as const;
/** A folded hamza leaves its seat: مسئله is مسیله, and مساله beside it; هیأت and هیئت. */
const SEATS = 'اوی';
const FORMS_MAX = 48; // Bounds the keys of a query

const byLetter = new Map(HOMOPHONES.flatMap((letters) => Array.from(letters, (letter) => [letter, letters] as const)));

/** The folded word with each letter of its sound, itself first. */
export function listHomophones(word: string): string[] {
  let forms = [''];
  for (const letter of word) {
    const sound = byLetter.get(letter) ?? letter;
    const letters = forms.length * sound.length > FORMS_MAX ? letter : letter + sound.replace(letter, '');
    forms = Array.from(letters).flatMap((next) => forms.map((form) => form + next));
  }
  return forms;
}

export function isSameWord(a: string, b: string): boolean {
  if (a === b || a.length !== b.length) return false;
  let seats = 0;
  for (let at = 0; at < a.length; at += 1) {
    const [first, second] = [a.charAt(at), b.charAt(at)];
    if (first === second || byLetter.get(first)?.includes(second)) continue;
    if (at === 0 || !SEATS.includes(first) || !SEATS.includes(second)) return false;
    seats += 1;
  }
  return seats <= 1;
}
