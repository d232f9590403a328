/** The kinds of art and the three widths in pixels that each is served in; any other width is 404. */
export const IMAGE_WIDTHS = {
  poster: [180, 300, 480],
  backdrop: [480, 768, 1280],
  portrait: [96, 160, 240],
  cover: [120, 240, 360],
  logo: [96, 160, 240],
} as const;

export type ArtKind = keyof typeof IMAGE_WIDTHS;

/** A key of art is `<kind>-<name>-<first eight of its content's hash>`. */
const ART_KEY = /^(poster|backdrop|portrait|cover|logo)-[a-z0-9-]{1,80}-[0-9a-f]{8}$/;

/** The kind that a key of art names, or null where it is no such key. */
export function artKind(art: string): ArtKind | null {
  const kind = ART_KEY.exec(art)?.[1];
  return kind !== undefined && kind in IMAGE_WIDTHS ? (kind as ArtKind) : null;
}

/** Whether that kind is served at that width. */
export function isImageWidth(kind: ArtKind, width: number): boolean {
  return IMAGE_WIDTHS[kind].some((allowed) => allowed === width);
}
