import type { JsonLd } from './json-ld.ts';

/** Everything in <head> that search engines and social sites read. `path` is the page's own, without ?hl. */
export interface Seo {
  title: string;
  description: string;
  path: string;
  /** The address that search engines keep, where another page shows the same. */
  canonical?: string;
  /** What social sites show: a picture's path, or one whose size and text are known. */
  image?: string | { path: string; width: number; height: number; alt: string };
  type?: 'website' | 'video.movie' | 'video.tv_show' | 'video.episode' | 'profile';
  noindex?: boolean;
  jsonLd?: JsonLd[];
}
