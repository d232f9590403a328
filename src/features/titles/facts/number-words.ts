const UNITS = ['صفر', 'یک', 'دو', 'سه', 'چهار', 'پنج', 'شش', 'هفت', 'هشت', 'نه'];
const TEENS = ['ده', 'یازده', 'دوازده', 'سیزده', 'چهارده', 'پانزده', 'شانزده', 'هفده', 'هجده', 'نوزده'];
const TENS = ['بیست', 'سی', 'چهل', 'پنجاه', 'شصت', 'هفتاد', 'هشتاد', 'نود'];
const HUNDREDS = ['صد', 'دویست', 'سیصد', 'چهارصد', 'پانصد', 'ششصد', 'هفتصد', 'هشتصد', 'نهصد'];

const VALUES = new Map<string, number>([
  ...UNITS.map((word, at) => [word, at] as const),
  ...TEENS.map((word, at) => [word, at + 10] as const),
  ...TENS.map((word, at) => [word, (at + 2) * 10] as const),
  ...HUNDREDS.map((word, at) => [word, (at + 1) * 100] as const),
]);

/** The value of one Persian number word («پنج»), or undefined. */
export function numberWord(word: string): number | undefined {
  return VALUES.get(word);
}

/** Every number that Persian words of a text spell: «بیست و یک روز» has 20, 1 and 21. */
export function spelledNumbers(text: string): Set<number> {
  const match = new Set<number>();
  let sum: number | null = null;
  let joined = false;
  for (const word of text.split(' ')) {
    const value = VALUES.get(word);
    if (value !== undefined) {
      sum = joined && sum !== null ? sum + value : value;
      match.add(value).add(sum);
      joined = false;
    } else if (word === 'و' && sum !== null) {
      joined = true;
    } else {
      sum = null;
      joined = false;
    }
  }
  return match;
}
