import { foldForSearch, foldJoined } from '../../../platform/text/persian-text.ts';
import { getFirstConsonant, mergeDigraphs, PERSIAN_CONSONANTS } from './finglish.ts';

/** A word's consonants, and the vowels before, between and behind them. */
interface Sounds {
  consonants: string;
  vowels: string[];
}

/** «jodayi» has the consonants of جاده and not its ا. Words whose consonants no word of the name has say nothing. */
export function canSoundLike(words: readonly string[], names: readonly string[]): boolean {
  const spoken = names.flatMap((name) => listWords(name).map(toSounds));
  return words.every((word, at) => {
    const typed = toSounds(word);
    const isPrefix = at === words.length - 1;
    const similar = spoken.filter((sounds) => hasConsonants(typed, sounds, isPrefix));
    return similar.length === 0 || similar.some((sounds) => hasVowels(typed, sounds));
  });
}

function listWords(name: string): string[] {
  const folded = foldForSearch(name);
  return [...new Set([...folded.split(' '), ...foldJoined(name).split(' '), folded.replaceAll(' ', '')])];
}

function hasConsonants(typed: Sounds, name: Sounds, isPrefix: boolean): boolean {
  return typed.consonants === name.consonants || (isPrefix && name.consonants.startsWith(typed.consonants));
}

function hasVowels(typed: Sounds, name: Sounds): boolean {
  // An ending may follow the last consonant.
  return typed.vowels.slice(0, -1).every((vowels, at) => fits(vowels, name.vowels[at] ?? '', typed.consonants, at));
}

/** Persian writes long vowels only, so a vowel without a letter in the name fits. */
function fits(typed: string, written: string, consonants: string, at: number): boolean {
  if (at === 0 && (typed === '') !== (written === '')) return false;
  const isSpokenLong = (at > 0 && 'nm'.includes(consonants[at] ?? '-')) || consonants[at - 1] === 'x';
  // The alef at the start carries any vowel.
  const vowels = at === 0 ? written.replace(/^[اع]/u, '') : written;
  if (/[اa]/u.test(vowels) && !/[ae]/.test(typed) && !(isSpokenLong && /[ou]/.test(typed))) return false;
  if (/[وou]/u.test(vowels) && !/[ouvw]/.test(typed) && !(isSpokenLong && typed.includes('a'))) return false;
  return !/[یi]/u.test(vowels) || /[iyea]/.test(typed);
}

function toSounds(word: string): Sounds {
  return /^[a-z0-9]/.test(word) ? toLatinSounds(word) : toPersianSounds(word);
}

function toLatinSounds(word: string): Sounds {
  const first = getFirstConsonant(word);
  return collect(Array.from(first + mergeDigraphs(word).slice(first.length)), (letter, at) =>
    (at === 0 && first !== '') || !/[aeiouvwy]/.test(letter) ? letter : null,
  );
}

function toPersianSounds(word: string): Sounds {
  const letters = [
    ...word
      .replace(/^و/u, 'v')
      .replace(/^ی/u, 'y')
      .replace(/(?<=.)ه$/u, ''),
  ];
  return collect(letters, (letter) => PERSIAN_CONSONANTS[letter] ?? (/[a-z0-9]/.test(letter) ? letter : null));
}

function collect(letters: readonly string[], toConsonant: (letter: string, at: number) => string | null): Sounds {
  const sounds: Sounds = { consonants: '', vowels: [''] };
  for (const [at, letter] of letters.entries()) {
    const consonant = toConsonant(letter, at);
    if (consonant === null) sounds.vowels.push((sounds.vowels.pop() ?? '') + letter);
    else {
      sounds.consonants += consonant.toLowerCase();
      sounds.vowels.push('');
    }
  }
  return sounds;
}
