import { foldForSearch } from '../../../platform/text/persian-text.ts';

/** Other sites' names of our genres, by our key. Labels and keys of the catalogue need no entry. */
const SYNONYMS: Record<string, string[]> = {
  drama: ['ملودرام', 'melodrama'],
  comedy: ['طنز', 'کمدی سیاه', 'sitcom'],
  romance: ['رمانتیک', 'رمانس', 'romantic', 'love'],
  family: ['خانواده', 'خانوادگى'],
  crime: ['پلیسی', 'جنایی پلیسی', 'گانگستری', 'police', 'gangster', 'noir'],
  thriller: ['دلهره آور', 'تریلر', 'مهیج', 'suspense'],
  mystery: ['راز آلود', 'رازآلود', 'معما', 'کارآگاهی', 'detective'],
  action: ['حادثه ای', 'رزمی', 'martial arts'],
  adventure: ['ماجرایی', 'ماجراجویانه'],
  scifi: ['تخیلی', 'علمی', 'sci fi', 'sf'],
  fantasy: ['خیال پردازی', 'فانتزى'],
  animation: ['کارتون', 'پویانمایی', 'انیمه', 'anime', 'animated', 'cartoon'],
  documentary: ['مستند داستانی', 'docuseries'],
  history: ['تاریخ', 'historical', 'period'],
  war: ['جنگ', 'دفاع مقدس', 'military'],
  biography: ['بیوگرافی', 'زندگینامه ای', 'biopic', 'biographical'],
  horror: ['وحشت', 'دلهره'],
  musical: ['موسیقی', 'موزیک', 'music'],
  sport: ['ورزش', 'sports'],
  children: ['کودک', 'کودکان', 'کودکانه', 'نوجوان', 'kids', 'child'],
  social: ['اجتماعى', 'society'],
  short: ['فیلم کوتاه', 'short film'],
};

export interface GenreRow {
  key: string;
  label_fa: string;
  label_en: string;
}

/** Finds the key of a genre by its key, a label in either language or a synonym, however it is spelled. */
export function genreFinder(rows: readonly GenreRow[]): (name: string) => string | undefined {
  const keys = new Map<string, string>();
  const keysOfRows = new Set(rows.map(({ key }) => key));
  for (const [key, words] of Object.entries(SYNONYMS)) {
    if (keysOfRows.has(key)) for (const word of words) keys.set(spelling(word), key);
  }
  for (const { key, label_fa, label_en } of rows)
    for (const name of [key, label_fa, label_en]) keys.set(spelling(name), key);
  return (name) => keys.get(spelling(name));
}

/** «راز آلود», «راز‌آلود» and «رازآلود» are one word. */
function spelling(name: string): string {
  return foldForSearch(name).replaceAll(' ', '');
}
