import type { ArtKind } from '../../../platform/image-widths.ts';

/** The columns of the pictures that a row names, by its fields. */
export const PICTURE_COLUMNS = {
  poster: 'art',
  poster_en: 'art_en',
  backdrop: 'backdrop',
  logo_fa: 'logo_fa',
  logo_en: 'logo_en',
  still: 'still',
} as const;
export type PictureField = keyof typeof PICTURE_COLUMNS;
export const TITLE_PICTURES = ['poster', 'poster_en', 'backdrop', 'logo_fa', 'logo_en'] as const;

export const KIND_OF_FIELD: Record<PictureField | 'stills' | 'portrait', ArtKind> = {
  ...{ poster: 'poster', poster_en: 'poster', backdrop: 'backdrop', still: 'still', stills: 'still' },
  ...{ logo_fa: 'wordmark', logo_en: 'wordmark', portrait: 'portrait' },
};
