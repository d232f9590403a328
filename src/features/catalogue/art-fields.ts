import type { ArtKind } from '../../platform/image-widths.ts';
import type { TitleKind } from '../../platform/kinds.ts';

/** The pictures of a title as the table names them. `art`: the poster; `art_en`: its lettering for English pages. */
export const PICTURE_FIELDS = ['art', 'art_en', 'backdrop', 'logo_fa', 'logo_en', 'still'] as const;
export type PictureField = (typeof PICTURE_FIELDS)[number];

/**
 * `stills`: keys by commas. `focus`: the backdrop's focal point, `35,40` in percent from its left and its top. `social`: the
 * picture beside a link, which is cut from the backdrop. `trailer`: a folder of media, which ingest fills.
 */
export const ART_FIELDS = [...PICTURE_FIELDS, 'stills', 'focus', 'social', 'trailer'] as const;
export type ArtField = (typeof ART_FIELDS)[number];
export const isArtField = (field: string): field is ArtField => ART_FIELDS.some((one) => one === field);
export type ArtValues = Record<ArtField, string | null>;

/** Fields that an upload fills: `stills` gets one more. */
export const UPLOAD_FIELDS = [...PICTURE_FIELDS, 'stills'] as const;
export type UploadField = (typeof UPLOAD_FIELDS)[number];

/** The reason of the change of a picture that was taken from the title's film. */
export const FROM_FILM = 'film';

export const PICTURE_KINDS: Record<UploadField, ArtKind> = {
  ...{ art: 'poster', art_en: 'poster', backdrop: 'backdrop', still: 'still', stills: 'still' },
  ...{ logo_fa: 'wordmark', logo_en: 'wordmark' },
};

/** As an import: an episode has a still of its own, and all else from its series. */
export function listUploadFields(kind: TitleKind): readonly UploadField[] {
  return UPLOAD_FIELDS.filter((field) => (field === 'still') === (kind === 'episode'));
}

export const MAX_STILLS = 20;
const PERCENT = /^(\d{1,2}|100),(\d{1,2}|100)$/;

/** Percent from the left and from the top. */
export function readFocus(value: string | null): { x: number; y: number } | null {
  const [, x, y] = PERCENT.exec(value ?? '') ?? [];
  return x === undefined || y === undefined ? null : { x: Number(x), y: Number(y) };
}

/** Of a list by commas. */
export function splitKeys(value: string | null): string[] {
  return (value ?? '').split(',').filter((key) => key !== '');
}
