/** Years and decades, Jalali and Gregorian, in folded words (digits are Latin). */

/** Gregorian; null is open. */
export interface Years {
  from: number | null;
  to: number | null;
  jalali: boolean; // Typed as Jalali years
}

/** A film is dated by the Gregorian year in which its Jalali year begins (platform/text/format.ts). */
const JALALI_TO_GREGORIAN = 621;
const JALALI = { first: 1280, last: 1419 }; // Other numbers are words of a title: «بلید رانر ۲۰۴۹»
const GREGORIAN = { first: 1880, last: 2039 };

const DECADE_WORDS = new Set(['دهه', 'dahe', 'daheh', 'daheye', 'dahehye', 'dahye']);
const YEAR_WORDS = new Set(['سال', 'sal', 'sale', 'year']);
const GREGORIAN_WORDS = new Set(['میلادی', 'miladi', 'ad', 'ce']);
const JALALI_WORDS = new Set(['شمسی', 'خورشیدی', 'هجری', 'shamsi', 'khorshidi']);
const LINK_WORDS = new Set(['ی', 'های', 'ye', 'e', 'the']); // Words between «دهه» and its number
const RANGE_WORDS = new Set(['تا', 'الی', 'to', 'until', 'till', 'through', 'ta']);
const BETWEEN_WORDS = new Set(['بین', 'between']);
const AND_WORDS = new Set(['و', 'and']);
const TENS: Record<string, number> = {
  ...{ بیست: 20, سی: 30, چهل: 40, پنجاه: 50, شصت: 60, هفتاد: 70, هشتاد: 80, نود: 90 },
  ...{ bist: 20, si: 30, chehel: 40, panjah: 50, shast: 60, haftad: 70, hashtad: 80, navad: 90 },
};
const ENGLISH_TENS: Record<string, number> = {
  ...{ twenties: 20, thirties: 30, forties: 40, fifties: 50, sixties: 60, seventies: 70, eighties: 80, nineties: 90 },
};
const TWENTIETH = 30; // «20s» and below are of the twenty-first century

interface YearReading {
  years: Years;
  length: number; // In words
}

export function readYears(words: readonly string[], at: number): YearReading | null {
  return readBetween(words, at) ?? readOpen(words, at) ?? readRange(words, at) ?? readPeriod(words, at);
}

/** «بین ۱۳۸۰ و ۱۳۹۰», between 2000 and 2010. */
function readBetween(words: readonly string[], at: number): YearReading | null {
  return BETWEEN_WORDS.has(words[at] ?? '') ? readPair(words, at + 1, at, AND_WORDS) : null;
}

/** ۱۳۸۰ تا ۱۳۹۰, 2000 to 2010; 2000-2010, which folding splits. */
function readRange(words: readonly string[], at: number): YearReading | null {
  const start = words[at] === 'از' || words[at] === 'from' || words[at] === 'az' ? at + 1 : at;
  return readPair(words, start, at, RANGE_WORDS);
}

function readPair(
  words: readonly string[],
  start: number,
  at: number,
  between: ReadonlySet<string>,
): YearReading | null {
  const first = readPeriod(words, start);
  if (!first) return null;
  const end = start + first.length;
  if (!between.has(words[end] ?? '')) return null;
  const second = readPeriod(words, end + 1);
  if (!second) return null;
  const [low, high] = [first.years, second.years].toSorted((a, b) => (a.from ?? 0) - (b.from ?? 0));
  return {
    years: { from: low?.from ?? null, to: high?.to ?? null, jalali: first.years.jalali },
    length: end + 1 + second.length - at,
  };
}

/** «قبل از ۱۳۵۷», after 2010, since 2010. */
function readOpen(words: readonly string[], at: number): YearReading | null {
  const word = words[at] ?? '';
  const isPersian = ['بعد', 'پس', 'قبل', 'پیش'].includes(word) && words[at + 1] === 'از';
  const isEnglish = ['after', 'since', 'before'].includes(word);
  if (!isPersian && !isEnglish) return null;
  const lead = isPersian ? 2 : 1;
  const period = readPeriod(words, at + lead);
  if (!period) return null;
  const { from, to, jalali } = period.years;
  const length = lead + period.length;
  if (from === null || to === null) return null;
  if (word === 'since') return { years: { from, to: null, jalali }, length };
  const isBefore = ['قبل', 'پیش', 'before'].includes(word);
  return { years: isBefore ? { from: null, to: from - 1, jalali } : { from: to + 1, to: null, jalali }, length };
}

function readPeriod(words: readonly string[], at: number): YearReading | null {
  const word = words[at] ?? '';
  if (DECADE_WORDS.has(word)) return readPersianDecade(words, at);
  const decade = readEnglishDecade(words, at);
  if (decade) return decade;
  if (YEAR_WORDS.has(word)) {
    const start = LINK_WORDS.has(words[at + 1] ?? '') ? at + 2 : at + 1;
    const year = readYear(words, start, word !== 'year');
    return year && { ...year, length: year.length + start - at };
  }
  return readYear(words, at, false);
}

function readYear(words: readonly string[], at: number, isShort: boolean): YearReading | null {
  const word = words[at] ?? '';
  const era = eraAt(words, at + 1);
  const short = isShort && /^\d\d$/.test(word) ? Number(word) : null;
  const number = /^\d{4}$/.test(word) ? Number(word) : short === null ? 0 : short + (short < 10 ? 1400 : 1300);
  const years = toYears(number, 1, era.calendar);
  return years && { years, length: 1 + era.length };
}

/** «دههٔ ۹۰», «دههٔ ۱۳۹۰», «دههٔ نود», «دههٔ ۹۰ میلادی». */
function readPersianDecade(words: readonly string[], at: number): YearReading | null {
  const start = LINK_WORDS.has(words[at + 1] ?? '') ? at + 2 : at + 1;
  const word = words[start] ?? '';
  const era = eraAt(words, start + 1);
  const number = TENS[word] ?? (/^\d{2}(?:\d{2})?$/.test(word) ? Number(word) : null);
  if (number === null) return null;
  const full =
    number >= 100
      ? number
      : era.calendar === 'gregorian'
        ? number + (number < TWENTIETH ? 2000 : 1900)
        : number + (number === 0 ? 1400 : 1300);
  const years = toYears(Math.floor(full / 10) * 10, 10, era.calendar);
  return years && { years, length: start + 1 + era.length - at };
}

/** 90s, 1990s, 1390s, nineties; folding splits «90's». */
function readEnglishDecade(words: readonly string[], at: number): YearReading | null {
  const start = words[at] === 'the' ? at + 1 : at;
  const word = words[start] ?? '';
  const digits =
    /^(\d?\d?\d0)s$/.exec(word)?.[1] ?? (words[start + 1] === 's' ? /^\d?\d?\d0$/.exec(word)?.[0] : undefined);
  const number = ENGLISH_TENS[word] ?? (digits === undefined || digits.length % 2 === 1 ? null : Number(digits));
  if (number === null) return null;
  const full = number >= 100 ? number : number + (number < TWENTIETH && !(word in ENGLISH_TENS) ? 2000 : 1900);
  const years = toYears(full, 10, null);
  return years && { years, length: start - at + (/^\d+$/.test(word) ? 2 : 1) };
}

function eraAt(words: readonly string[], at: number): { calendar: 'gregorian' | 'jalali' | null; length: number } {
  const word = words[at] ?? '';
  if (GREGORIAN_WORDS.has(word)) return { calendar: 'gregorian', length: 1 };
  if (!JALALI_WORDS.has(word)) return { calendar: null, length: 0 };
  return { calendar: 'jalali', length: JALALI_WORDS.has(words[at + 1] ?? '') ? 2 : 1 };
}

/** `count` years from `year` as Gregorian years; null outside the years of films. */
function toYears(year: number, count: number, calendar: 'gregorian' | 'jalali' | null): Years | null {
  const isIn = ({ first, last }: typeof JALALI) => year >= first && year <= last;
  if (isIn(JALALI) && calendar !== 'gregorian') {
    const from = year + JALALI_TO_GREGORIAN;
    return { from, to: from + count - 1, jalali: true };
  }
  if (isIn(GREGORIAN) && calendar !== 'jalali') return { from: year, to: year + count - 1, jalali: false };
  return null;
}
