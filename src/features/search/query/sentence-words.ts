import { foldForSearch, foldJoined } from '../../../platform/text/persian-text.ts';

export const SENTENCE_TYPES = ['movie', 'series', 'video'] as const;
export type SentenceType = (typeof SENTENCE_TYPES)[number];

export interface GenreName {
  key: string;
  label_fa: string;
  label_en: string;
}

export type Meaning =
  { part: 'type'; type: SentenceType } | { part: 'genre'; key: string } | { part: 'origin'; iranian: boolean };

const TYPE_WORDS: Record<SentenceType, string> = {
  movie:
    'فیلم، فیلم‌ها، فیلم‌های، فیلمای، فیلم سینمایی، فیلم‌های سینمایی، سینمایی، film, films, movie, movies, filme, filmhaye',
  series:
    'سریال، سریال‌ها، سریال‌های، سریالای، مجموعه تلویزیونی، series, tv series, show, shows, tv show, tv shows, serial, serials, seriale, serialhaye',
  video: 'ویدیو، ویدئو، ویدیوها، ویدیوهای، ویدئوهای، کلیپ، video, videos, clip, clips',
};

/** Names of genres beside the catalogue's own, by the keys of the demo catalogue. */
const GENRE_WORDS = new Map([
  ['drama', 'درام، dram, dramas'],
  ['comedy', 'کمدی، خنده‌دار، طنز، comedies, funny, komedi, tanz'],
  ['romance', 'عاشقانه، رمانتیک، romantic, asheghane, asheghaneh'],
  ['family', 'خانوادگی، khanevadegi'],
  ['crime', 'جنایی، پلیسی، jenayi, jenaei, jenai, polisi'],
  ['thriller', 'هیجان‌انگیز، هیجانی، تریلر، دلهره‌آور، thrillers'],
  ['mystery', 'معمایی، رازآلود، mysteries, moamayi, moammaei'],
  ['action', 'اکشن، akshen'],
  ['adventure', 'ماجراجویی، ماجراجویانه، adventures, majarajuyi'],
  ['scifi', 'علمی تخیلی، علمی‌تخیلی، sci-fi, scifi, science fiction, elmi takhayoli'],
  ['fantasy', 'فانتزی، fantezi'],
  ['animation', 'انیمیشن، کارتون، کارتونی، animated, animations, cartoon, cartoons, kartoon, animeyshen'],
  ['documentary', 'مستند، documentaries, mostanad'],
  ['history', 'تاریخی، historical, tarikhi'],
  ['war', 'جنگی، دفاع مقدس، jangi'],
  ['biography', 'زندگی‌نامه، زندگی‌نامه‌ای، بیوگرافی، biographical, biopic, biopics, zendeginame'],
  ['horror', 'ترسناک، وحشت، scary, tarsnak'],
  ['musical', 'موزیکال، musicals, muzikal'],
  ['sport', 'ورزشی، sports, varzeshi'],
  ['western', 'وسترن، westerns'],
  ['children', 'کودک، کودکان، کودکانه، کودک و نوجوان، kids, koodak, kudak'],
  ['social', 'اجتماعی، ejtemaei, ejtemayi'],
  ['short', 'کوتاه، shorts, kootah, kutah'],
]);

const ORIGIN_WORDS: [boolean, string][] = [
  [true, 'ایرانی، iranian, irani'],
  [false, 'خارجی، foreign, khareji'],
];

const LINK_WORDS = split(
  `از، با، به، در، تو، توی، که، را، رو، یک، یه، ی، ای، ها، های، هایی، مال، برای، بازی، نقش، حضور، شرکت، بازیگر، بازیگری، کارگردان، کارگردانی، ساخته، ساختهٔ، اثر، آثار، کار، کارهای، سال، سالهای، ژانر، سبک، محصول، تولید، ساخت، دانلود، تماشا، تماشای، آنلاین، بهترین،
  by, with, of, the, a, an, in, from, on, for, starring, stars, star, actor, actress, directed, director, made, released, year, years, genre, watch, download, online, best, about, featuring, az, ba, dar, bazi, kargardan, kargardani, sale, sal, asar, e, ye`,
);
const JOIN_WORDS = split('و، و نیز، همراه، and, va, o, plus, along'); // Words between two people

const PHRASE_MAX = 3; // In words

export interface Lexicon {
  /** The longest phrase that begins at a word; null for none. */
  read: (words: readonly string[], at: number) => { meaning: Meaning; length: number } | null;
}

let last: { key: string; lexicon: Lexicon } | null = null;

/** Cached: folding hundreds of words takes longer than reading a query. */
export function getLexicon(genres: readonly GenreName[]): Lexicon {
  const key = JSON.stringify(genres);
  if (last?.key !== key) last = { key, lexicon: buildLexicon(genres) };
  return last.lexicon;
}

function buildLexicon(genres: readonly GenreName[]): Lexicon {
  const phrases = new Map<string, Meaning>();
  const add = (texts: readonly string[], meaning: Meaning) => {
    for (const text of texts) {
      for (const folded of [foldForSearch(text), foldJoined(text)]) if (folded !== '') phrases.set(folded, meaning);
    }
  };
  for (const { key, label_fa, label_en } of genres) {
    add([...split(GENRE_WORDS.get(key) ?? ''), label_fa, label_en], { part: 'genre', key });
  }
  for (const [iranian, texts] of ORIGIN_WORDS) add(split(texts), { part: 'origin', iranian });
  for (const type of SENTENCE_TYPES) add(split(TYPE_WORDS[type]), { part: 'type', type });
  return {
    read: (words, at) => {
      for (let length = Math.min(PHRASE_MAX, words.length - at); length > 0; length -= 1) {
        const meaning = phrases.get(words.slice(at, at + length).join(' '));
        if (meaning) return { meaning, length };
      }
      return null;
    },
  };
}

const links = new Set(LINK_WORDS.map(foldForSearch));
const joins = new Set(JOIN_WORDS.map(foldForSearch));

export function isLink(word: string): boolean {
  return links.has(word) || joins.has(word);
}

export function isJoin(word: string): boolean {
  return joins.has(word) || word === 'با' || word === 'with';
}

function split(list: string): string[] {
  return list
    .split(/[،,]/u)
    .map((word) => word.trim())
    .filter((word) => word !== '');
}
