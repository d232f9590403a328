import type { JsonLd } from './json-ld.ts';

export interface Seo {
  title: string;
  description: string;
  path: string;
  canonical?: string;
  image?: string | { path: string; width: number; height: number; alt: string };
  type?: 'website' | 'video.movie' | 'video.tv_show' | 'video.episode' | 'profile';
  noindex?: boolean;
  jsonLd?: JsonLd[];
}
