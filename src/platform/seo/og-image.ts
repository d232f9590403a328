import type { TitleKind } from '../kinds.ts';

export const OG_WIDTH = 1200; // 1200 × 630 pixels (issue 3, section 2)
export const OG_HEIGHT = 630;
/** Version in every address, which is cached for ever: raise it when the drawing changes. */
const DRAWING = 1;

export interface OgTitle {
  kind: TitleKind;
  id: number;
  name_fa: string;
  name_en: string;
  series_fa: string | null;
  backdrop: string | null;
}

export function ogName({ name_fa, series_fa }: OgTitle): string {
  return series_fa === null ? name_fa : `${series_fa}، ${name_fa}`;
}

/** Eight hex digits of name and backdrop. */
export function ogHash(title: OgTitle): string {
  const text = [DRAWING, title.kind, title.id, ogName(title), title.name_en, title.backdrop].join('\n');
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

export function ogImagePath(title: OgTitle): string {
  return `/media/og/${title.kind}/${String(title.id)}/${ogHash(title)}.jpg`;
}
