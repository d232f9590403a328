import { foldForSearch } from '../../../../platform/text/persian-text.ts';

/** Consonants as Persians write them in Latin letters; و and ی are consonants at the beginning and before a vowel. */
const CONSONANTS: Record<string, string> = {
  ...{ ب: 'b', پ: 'p', ت: 't', ث: 's', ج: 'j', چ: 'ch', ح: 'h', خ: 'kh', د: 'd', ذ: 'z', ر: 'r', ز: 'z', ژ: 'zh' },
  ...{ س: 's', ش: 'sh', ص: 's', ض: 'z', ط: 't', ظ: 'z', غ: 'gh', ف: 'f', ق: 'gh', ک: 'k', گ: 'g', ل: 'l', م: 'm' },
  ...{ ن: 'n', ه: 'h', و: 'v', ی: 'y' },
};
const VOWELS: Record<string, string> = { ا: 'a', ع: 'a', و: 'o', ی: 'i', ه: 'e' };

/**
 * A Persian name in Latin letters, each word with a capital: «جیران» is Jiran. Persian does not write short vowels, so
 * that an “a” is guessed where a syllable has none. Latin words and digits stay; nothing else does.
 */
export function transliterate(text: string): string {
  return foldForSearch(text)
    .split(' ')
    .map((word) => latinWord([...word]))
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

function latinWord(letters: readonly string[]): string {
  if (letters.join('') === 'و') return 'o';
  let latin = '';
  /** The syllable begun last has no vowel yet. */
  let open = false;
  let afterVowel = false;
  letters.forEach((letter, at) => {
    if (isConsonant(letters, at)) {
      latin += (open ? 'a' : '') + (CONSONANTS[letter] ?? '');
      open = !open && !afterVowel && isConsonant(letters, at + 1);
      afterVowel = false;
      return;
    }
    const sound = letter === 'ه' && afterVowel ? 'h' : (VOWELS[letter] ?? (/[a-z0-9]/.test(letter) ? letter : ''));
    latin += sound === 'a' && latin.endsWith('a') ? '' : sound;
    open = false;
    afterVowel = true;
  });
  return latin;
}

function isConsonant(letters: readonly string[], at: number): boolean {
  const letter = letters[at] ?? '';
  const next = letters[at + 1];
  if (letter === 'و' || letter === 'ی') return at === 0 || next === 'ا' || next === 'و' || next === 'ی';
  if (letter === 'ه') return at === 0 || next !== undefined;
  return Object.hasOwn(CONSONANTS, letter);
}
