import { m } from '../../../../platform/text/desk/messages.js';
import { formatPlain } from '../../../../platform/text/format.ts';
import { IMAGE_WIDTHS } from '../../../../platform/image-widths.ts';
import { PICTURE_KINDS, type ArtField, type UploadField } from '../../art-fields.ts';

const NAMES: Record<ArtField, () => string> = {
  art: m.art_poster,
  art_en: m.art_poster_en,
  backdrop: m.art_backdrop,
  logo_fa: m.art_logo_fa,
  logo_en: m.art_logo_en,
  still: m.art_still,
  stills: m.art_stills,
  focus: m.art_focus,
  social: m.art_social,
  trailer: m.art_trailer,
};
export const nameArt = (field: ArtField) => NAMES[field]();

const HINTS: Partial<Record<(typeof PICTURE_KINDS)[UploadField], (size: { width: string }) => string>> = {
  poster: m.art_hint_poster,
  backdrop: m.art_hint_backdrop,
  still: m.art_hint_backdrop,
  wordmark: m.art_hint_logo,
};

export function describePlace(field: UploadField): string {
  const kind = PICTURE_KINDS[field];
  return HINTS[kind]?.({ width: formatPlain(IMAGE_WIDTHS[kind][0]) }) ?? '';
}

export const describeFocus = ({ x, y }: { x: number; y: number }) =>
  m.art_focus_at({ x: formatPlain(x), y: formatPlain(y) });
