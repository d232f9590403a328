/** Pixels; others are 404. For 1, 1.75 and 2 pixels per CSS pixel: at most 1.3 × what is shown (issue 17). */
export const IMAGE_WIDTHS = {
  poster: [180, 240, 336, 480],
  backdrop: [480, 768, 1280, 1920],
  portrait: [112, 184, 240, 338, 544],
  cover: [120, 180, 240, 336],
  logo: [72, 112, 144, 192],
  still: [240, 400, 560, 768, 1280],
  wordmark: [320, 480, 640],
} as const;

/** The picture beside a link in a message or a post (Open Graph), in pixels. */
export const SOCIAL = 'social';
export const SOCIAL_WIDTH = 1200;
export const SOCIAL_HEIGHT = 630;
const SOCIAL_KINDS: readonly ArtKind[] = ['backdrop', 'poster'];

export type ArtKind = keyof typeof IMAGE_WIDTHS;

/** packages/demo-assets/README.md: two capitals for the dominant colour and six hex digits, or eight hex digits. */
const ART_KEY =
  /^(poster|backdrop|portrait|cover|logo|still|wordmark)-[a-z0-9-]{1,80}-(?:[A-P][Q-Z]|[0-9a-f]{2})[0-9a-f]{6}$/;

export function artKind(art: string): ArtKind | null {
  const kind = ART_KEY.exec(art)?.[1];
  return kind !== undefined && kind in IMAGE_WIDTHS ? (kind as ArtKind) : null;
}

export interface PictureSize {
  width: number;
  /** The picture is cut to it; null: its own. */
  height: number | null;
}

export function parsePictureSize(kind: ArtKind, size: string): PictureSize | null {
  if (size === SOCIAL) return SOCIAL_KINDS.includes(kind) ? { width: SOCIAL_WIDTH, height: SOCIAL_HEIGHT } : null;
  const width = IMAGE_WIDTHS[kind].find((allowed) => String(allowed) === size);
  return width === undefined ? null : { width, height: null };
}

/** Across, of the stored picture from which all sizes are made. */
export function getMasterWidth(kind: ArtKind): number {
  return Math.max(...IMAGE_WIDTHS[kind], ...(SOCIAL_KINDS.includes(kind) ? [SOCIAL_WIDTH] : []));
}

export function isProviderPicture(art: string): boolean {
  return art.startsWith('http');
}
