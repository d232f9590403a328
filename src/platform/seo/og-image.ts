import type { TitleKind } from '../kinds.ts';

/** What social sites show of a page: 1200 × 630 pixels (issue 3, section 2). */
export const OG_WIDTH = 1200;
export const OG_HEIGHT = 630;
/** Part of every address; to be raised when the drawing changes, since what was drawn is kept for ever. */
const DRAWING = 1;

/** What is drawn of a title. `series_fa` is the name of an episode's series. */
export interface OgTitle {
  kind: TitleKind;
  id: number;
  name_fa: string;
  name_en: string;
  series_fa: string | null;
  backdrop: string | null;
}

/** The Persian name in the picture: an episode's begins with its series'. */
export function ogName({ name_fa, series_fa }: OgTitle): string {
  return series_fa === null ? name_fa : `${series_fa}، ${name_fa}`;
}

/** The eight hex digits that name this very picture: another name or backdrop has another address. */
export function ogHash(title: OgTitle): string {
  const text = [DRAWING, title.kind, title.id, ogName(title), title.name_en, title.backdrop].join('\n');
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** The address of a title's picture; it never changes what it shows. */
export function ogImagePath(title: OgTitle): string {
  return `/media/og/${title.kind}/${String(title.id)}/${ogHash(title)}.jpg`;
}
