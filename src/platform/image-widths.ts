/** Pixels; any other width is 404. They follow the sizes on pages at 1, 1.75 and 2 pixels per CSS pixel: a browser
 * takes the next width upwards, and no picture may have more than 1.3 × what is shown (issue 17). */
export const IMAGE_WIDTHS = {
  poster: [180, 240, 336, 480],
  backdrop: [480, 768, 1280, 1920],
  portrait: [112, 184, 240],
  cover: [120, 180, 240, 336],
  logo: [72, 112, 144, 192],
} as const;

export type ArtKind = keyof typeof IMAGE_WIDTHS;

/** Decision 054: two capitals for the dominant colour and six hex digits, or eight hex digits. */
const ART_KEY = /^(poster|backdrop|portrait|cover|logo)-[a-z0-9-]{1,80}-(?:[A-P][Q-Z]|[0-9a-f]{2})[0-9a-f]{6}$/;

export function artKind(art: string): ArtKind | null {
  const kind = ART_KEY.exec(art)?.[1];
  return kind !== undefined && kind in IMAGE_WIDTHS ? (kind as ArtKind) : null;
}

export function isImageWidth(kind: ArtKind, width: number): boolean {
  return IMAGE_WIDTHS[kind].some((allowed) => allowed === width);
}
