import { AGE_REASONS } from '../../../platform/kinds.ts';
import { foldForSearch } from '../../../platform/text/persian-text.ts';

type AgeReason = (typeof AGE_REASONS)[number];

/** Words of rating boards and of Persian sites for each key. */
const WORDS: Record<AgeReason, string[]> = {
  violence: ['خشونت', 'صحنه‌های خشن', 'خشن', 'خونریزی', 'درگیری', 'جنگ', 'violent', 'gore', 'blood', 'mild violence'],
  fear: ['ترس', 'ترسناک', 'صحنه‌های ترسناک', 'وحشت', 'دلهره', 'horror', 'scary', 'frightening', 'threat', 'intensity'],
  language: [
    'الفاظ رکیک',
    'الفاظ نامناسب',
    'الفاظ زننده',
    'ناسزا',
    'فحاشی',
    'فحش',
    'کلام نامناسب',
    'زبان',
    'bad language',
    'strong language',
    'profanity',
    'swearing',
  ],
  smoking: ['سیگار', 'دخانیات', 'استعمال دخانیات', 'سیگار کشیدن', 'tobacco', 'smoke'],
  drugs: [
    'مواد مخدر',
    'مواد',
    'اعتیاد',
    'الکل',
    'مشروب',
    'مشروبات الکلی',
    'drug use',
    'substances',
    'substance use',
    'alcohol',
  ],
  sex: ['جنسی', 'محتوای جنسی', 'مضامین جنسی', 'صحنه‌های جنسی', 'برهنگی', 'sexual content', 'nudity', 'sexuality'],
  discrimination: ['تبعیض', 'نژادپرستی', 'تبعیض نژادی', 'racism', 'hate'],
  grief: ['سوگ', 'اندوه', 'مرگ', 'سوگواری', 'غم', 'خودکشی', 'death', 'loss', 'mourning', 'suicide'],
};
const KEYS = new Map(
  AGE_REASONS.flatMap((key) => [key, ...WORDS[key]].map((word) => [toSpelling(word), key] as const)),
);

/** The key of a reason of an age mark by its key or a word in Persian or English, however it is spelled. */
export function findAgeReason(word: string): AgeReason | undefined {
  return KEYS.get(toSpelling(word));
}

function toSpelling(word: string): string {
  return foldForSearch(word).replaceAll(' ', '');
}
