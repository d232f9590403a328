/** The kinds of art and the three widths in pixels that each is served in; any other width is 404. */
export const IMAGE_WIDTHS = {
  poster: [180, 300, 480],
  backdrop: [480, 768, 1280],
  portrait: [96, 160, 240],
  cover: [120, 240, 360],
  logo: [96, 160, 240],
} as const;

export type ArtKind = keyof typeof IMAGE_WIDTHS;

/**
 * A key of art is `<kind>-<name>-<colour><hash>`: two capital letters for its dominant colour, on which pages show it
 * until it is there, and six digits of its content's hash; or eight digits and no colour (decision 054).
 */
const ART_KEY = /^(poster|backdrop|portrait|cover|logo)-[a-z0-9-]{1,80}-(?:[A-P][Q-Z]|[0-9a-f]{2})[0-9a-f]{6}$/;

/** The kind that a key of art names, or null where it is no such key. */
export function artKind(art: string): ArtKind | null {
  const kind = ART_KEY.exec(art)?.[1];
  return kind !== undefined && kind in IMAGE_WIDTHS ? (kind as ArtKind) : null;
}

/** Whether that kind is served at that width. */
export function isImageWidth(kind: ArtKind, width: number): boolean {
  return IMAGE_WIDTHS[kind].some((allowed) => allowed === width);
}
