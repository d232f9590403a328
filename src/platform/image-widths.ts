/** Pixels; any other width is 404. */
export const IMAGE_WIDTHS = {
  poster: [180, 300, 480],
  backdrop: [480, 768, 1280],
  portrait: [96, 160, 240],
  cover: [120, 240, 360],
  logo: [96, 160, 240],
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
