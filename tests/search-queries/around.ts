/**
 * Queries with words around a title. The rules know nothing of the words that search leaves out: some of theirs are on
 * no list.
 */

export interface Subject {
  kind: string;
  fa: string;
  en: string;
  latin: string; // Empty where unknown
  year: number; // Gregorian
  director: { fa: string; en: string } | undefined;
  actor: { fa: string; en: string } | undefined;
}

type Rule = (subject: Subject) => string | null | undefined;

const JALALI = 621;

/** Null where a rule does not apply to a title. */
export const AROUND: Record<string, Rule> = {
  // Named in issue 33, section 3
  download: ({ kind, fa }) => `دانلود ${kind === 'series' ? 'سریال' : 'فیلم'} ${fa}`,
  'watch online': ({ fa }) => `تماشای آنلاین ${fa}`,
  dub: ({ fa }) => `${fa} دوبله فارسی`,
  subtitle: ({ fa }) => `${fa} با زیرنویس`,
  quality: ({ fa }) => `${fa} با کیفیت 1080p`,
  director: ({ fa, director }) => director && `${fa} ${surname(director.fa)}`,
  'a year early': ({ fa, year }) => `${fa} ${toPersian(year - JALALI - 1)}`,
  'a year late': ({ en, year }) => `${en} ${String(year + 1)}`,
  'release name': ({ en, year }) => `${dotted(en)}.${String(year)}.1080p.BluRay`,
  // Others
  'release of an unknown group': ({ en, year }) =>
    `${dotted(en)}.${String(year)}.720p.WEB-DL.DDP5.1.H.264-QwKzT[somesite.to].mkv`,
  'release in brackets': ({ en, year }) => `${en} (${String(year)}) [2160p] [WEBRip] [5.1] [ABC.XY]`,
  'release with underscores': ({ latin }) =>
    latin === '' ? null : `${latin.replaceAll(' ', '_')}_480p_HEVC_Farsi_Dubbed`,
  'Persian release': ({ fa, year }) => `${fa} ${String(year)} WEB-DL ۱۰۸۰p x265 دوبله`,
  'full movie': ({ en }) => `${en} full movie`,
  'watch free': ({ en }) => `watch ${en} online free HD`,
  'Finglish download': ({ latin }) => (latin === '' ? null : `danlod film ${latin}`),
  'Finglish dub': ({ latin }) => (latin === '' ? null : `${latin} doble farsi`),
  'other layout': ({ fa }) => (/^[\p{L} ]+$/u.test(fa) ? strokes(`دانلود فیلم ${fa}`) : null),
  review: ({ fa }) => `نقد و بررسی ${fa}`,
  uncut: ({ fa }) => `${fa} کامل بدون سانسور`,
  link: ({ fa, year }) => `لینک مستقیم ${fa} ${toPersian(year - JALALI)}`,
  'director in full': ({ fa, director }) => director && `${fa} اثر ${director.fa}`,
  'director first': ({ fa, director }) => director && `${surname(director.fa)} ${fa}`,
  'director in English': ({ en, director }) => director && `${en} by ${director.en}`,
  actor: ({ fa, actor }) => actor && `${fa} با بازی ${actor.fa}`,
  'actor in English': ({ en, actor }) => actor && `${en} ${surname(actor.en)}`,
  'director and year': ({ fa, director, year }) =>
    director && `${fa} ${surname(director.fa)} ${toPersian(year - JALALI)}`,
  episode: ({ kind, fa }) => (kind === 'series' ? `سریال ${fa} قسمت ۵` : null),
  'season in Persian': ({ kind, fa }) => (kind === 'series' ? `دانلود فصل دوم ${fa} زیرنویس چسبیده` : null),
  'episode of a release': ({ kind, en }) => (kind === 'series' ? `${dotted(en)}.S01E05.720p.WEBRip` : null),
  site: ({ fa }) => `${fa} تو سایت نمی‌دونم‌کجا`,
  link_address: ({ en, year }) => `https://www.example.com/movies/${dashed(en)}-${String(year)}/`,
  sentence: ({ fa }) => `مامانم میگه ${fa} خیلی باحاله`,
  question: ({ fa }) => `${fa} رو از کجا ببینم؟`,
  hashtag: ({ fa }) => `🎬 #${fa.replaceAll(' ', '_')} 🍿`,
  'both names': ({ fa, en }) => `${fa} - ${en}`,
  'Arabic letters': ({ fa }) => `دانلود فيلم ${fa.replaceAll('ی', 'ي').replaceAll('ک', 'ك')} دوبله فارسي`,
  'slip in the noise': ({ fa }) => `دانلد فیلم ${fa} دبله فارسی`,
  'ZWNJ lost': ({ fa }) => `دانلود رایگان ${fa.replaceAll('\u200c', ' ')} باکیفیت عالی`,
  'half of the name': ({ fa }) => (fa.split(' ').length > 2 ? `دانلود ${fa.split(' ').slice(0, 2).join(' ')}` : null),
  'language and country': ({ fa }) => `فیلم ${fa} زبان اصلی نسخه بلوری`,
  'how long': ({ fa }) => `مدت زمان فیلم ${fa} چند دقیقه است`,
  song: ({ fa }) => `آهنگ تیتراژ پایانی ${fa}`,
  age: ({ en }) => `is ${en} suitable for kids`,
};

function surname(name: string): string {
  return name.split(' ').at(-1) ?? name;
}

function toPersian(year: number): string {
  return String(year).replace(/\d/g, (digit) => String.fromCharCode(0x06f0 + Number(digit)));
}

function dotted(name: string): string {
  return name.replace(/[^\p{L}\p{N}]+/gu, '.').replace(/^\.|\.$/g, '');
}

function dashed(name: string): string {
  return dotted(name).replaceAll('.', '-').toLowerCase();
}

/** On the keys of a US layout, written down from a keyboard. */
function strokes(text: string): string {
  const keys = Array.from("qwertyuiop[]asdfghjkl;'zxcvbn,m");
  const letters = Array.from('ضصثقفغعهخحجچشسیبلاتنمکگظطزرذدوپ');
  const plain = text.replaceAll('آ', 'ا').replaceAll('ئ', 'پ');
  return [...plain].map((letter) => keys[letters.indexOf(letter)] ?? letter).join('');
}
