/** Shapes of the committed demo catalogue: `seed/catalogue/*.json`. Every file may hold any of these lists. */

/** ISO 3166-1 alpha-2 in capitals, and ISO 639-1 in small letters. */
export type CountryCode = string;
export type LanguageCode = string;

export interface SeedPerson {
  /** Latin name in small letters joined by hyphens; the join key of cast and crew. */
  slug: string;
  name_fa: string;
  name_en: string;
  /** Which of the three casts pages lists the person. */
  group: 'iranian_actor' | 'foreign_actor' | 'director';
  born?: number;
}

export interface SeedCast {
  person: string;
  /** The part played; left out where not known for certain. */
  role_fa?: string;
  role_en?: string;
}

export interface SeedCrew {
  person: string;
  job: 'director' | 'writer' | 'producer' | 'composer' | 'cinematographer';
}

export interface SeedTitle {
  id: number;
  kind: 'movie' | 'series' | 'video';
  name_fa: string;
  name_en: string;
  /** The Persian name in Latin letters, as a Persian would type it: «jodaei nader az simin». */
  name_latin: string;
  /** Gregorian. For a series the year it began. */
  year: number;
  /** Of one episode, for a series. */
  minutes: number;
  /** The youngest age it is meant for. */
  age: 0 | 7 | 12 | 15 | 18;
  countries: CountryCode[];
  languages: LanguageCode[];
  genres: string[];
  cast: SeedCast[];
  crew: SeedCrew[];
  synopsis_fa: string;
  synopsis_en: string;
  /** IMDb's mean to one decimal, where known. */
  rating?: number;
  release: 'released' | 'presale' | 'not_released';
  /** ISO date, for presale and not_released. */
  release_date?: string;
  access: 'free' | 'subscription' | 'download_only';
  /** Only for kind 'series'. */
  seasons?: SeedSeason[];
}

export interface SeedSeason {
  number: number;
  year: number;
  episodes: SeedEpisode[];
}

export interface SeedEpisode {
  id: number;
  number: number;
  /** Left out where episodes have numbers only. */
  name_fa?: string;
  name_en?: string;
  minutes: number;
}

export interface SeedGenre {
  key: string;
  label_fa: string;
  label_en: string;
}

export interface SeedCategory {
  category_id: number;
  cat_id: string;
  persian_name: string;
  english_name: string;
  genres: string[];
  countries?: CountryCode[];
  kinds?: SeedTitle['kind'][];
  child_categories: SeedCategory[];
}

export interface SeedProgramme {
  /** Minutes after midnight in Tehran. */
  start: number;
  minutes: number;
  name_fa: string;
  name_en: string;
}

export interface SeedChannel {
  id: number;
  slug: string;
  name_fa: string;
  name_en: string;
  synopsis_fa: string;
  synopsis_en: string;
  colour: string;
  /** Saturday first; each day covers 24 hours without a gap. */
  week: SeedProgramme[][];
}

export interface SeedMagazine {
  id: number;
  slug: string;
  title: string;
  title_en: string;
  /** 'newspaper' and 'studio' are the two fixed channels of the specification. */
  kind: 'magazine' | 'newspaper' | 'studio';
  synopsis_fa: string;
  synopsis_en: string;
  issues: { number: number; date: string; name_fa: string; name_en: string }[];
}

export interface SeedPlan {
  id: number;
  name_fa: string;
  name_en: string;
  toman: number;
  days: number;
  description: string;
  description_en: string;
  discount?: { discount_percent: number; discount_price: number; discount_day?: number };
}

export interface SeedList {
  key: string;
  name_fa: string;
  name_en: string;
  /** Title ids by hand, or a rule. */
  titles?: number[];
  rule?: {
    kind?: SeedTitle['kind'];
    genre?: string;
    country?: CountryCode;
    notCountry?: CountryCode;
    sort: 'newest' | 'rating' | 'views';
  };
}

/** `owned_hours` left out: for good. `episode_toman`: what each new episode of a series costs by direct debit. */
export interface SeedPrice {
  title: number;
  toman: number;
  sale: 'beside' | 'only';
  owned_hours?: number;
  episode_toman?: number;
}

export interface SeedDiscountCode {
  code: string;
  percent: number;
  bonus_days: number;
  /** Left out: for everything that is sold. */
  plan?: number;
  ends_at: string;
  max_uses: number;
  uses_per_user: number;
}

/** An online screening; `starts` and `ends` are ISO instants, `hours` how long a ticket is good for, toman before VAT. */
export interface SeedScreening {
  id: number;
  title: number;
  starts: string;
  ends: string;
  hours: number;
  toman: number;
}

export interface SeedFile {
  prices?: SeedPrice[];
  discount_codes?: SeedDiscountCode[];
  people?: SeedPerson[];
  titles?: SeedTitle[];
  genres?: SeedGenre[];
  categories?: SeedCategory[];
  channels?: SeedChannel[];
  magazines?: SeedMagazine[];
  plans?: SeedPlan[];
  screenings?: SeedScreening[];
  lists?: SeedList[];
  /** What the demo clips hold, by folder of seed/media; seconds from the beginning. */
  chapters?: { media: string; starts: number; ends: number; name_fa: string; name_en: string }[];
}
