/** Rules of uploads that browser and server share. */

/** Parts have one size, as R2 asks for. Cloudflare reads a body of a request whole, and so do we. */
export const PART_BYTES = 16 * 2 ** 20;
/** R2 takes 10,000 parts. */
export const MAX_UPLOAD_BYTES = 10_000 * PART_BYTES;
const MAX_SUBTITLE_BYTES = 8 * 2 ** 20;
const MAX_TRAILER_BYTES = 256 * PART_BYTES;
/** Anybody plays a trailer: a whole film is not made one by mistake. */
export const MAX_TRAILER_SECONDS = 10 * 60;
export const UPLOAD_KINDS = ['film', 'trailer', 'subtitle'] as const;
export type UploadKind = (typeof UPLOAD_KINDS)[number];
/** Of subtitles. `forced`: only what has to be read to understand the film, such as signs. */
export const TEXT_KINDS = ['full', 'deaf', 'forced'] as const;
export type TextKind = (typeof TEXT_KINDS)[number];
export const LANGUAGE = /^[a-z]{2,3}$/;

/** Below the API's base. */
export const UPLOADS_PATH = '/operator/uploads';

/** The file of an upload in the bucket MEDIA. No address of the site leads there. */
export const getOriginalKey = (uploadId: string): string => `originals/${uploadId}`;

/** A title that plays itself takes a film and subtitles; each has a trailer. */
export function takesUpload(titleKind: string, kind: UploadKind): boolean {
  return kind === 'trailer' || titleKind !== 'series';
}

export function getMaxBytes(kind: UploadKind): number {
  return { film: MAX_UPLOAD_BYTES, trailer: MAX_TRAILER_BYTES, subtitle: MAX_SUBTITLE_BYTES }[kind];
}
