import { m } from '../../../../platform/text/desk/messages.js';
import { foldForSearch } from '../../../../platform/text/persian-text.ts';
import { guessFields } from '../../rows/choose-map.ts';
import { FIELDS } from '../../rows/fields.ts';
import { TITLE_FIELDS } from '../../title-fields.ts';
import { nameField } from '../field-texts.ts';

const NAMES: Record<string, () => string> = {
  id: m.intake_field_id,
  kind: m.titles_kind,
  name: m.intake_field_name,
  rating: m.intake_field_rating,
  views: m.intake_field_views,
  focus_x: m.intake_field_focus_x,
  focus_y: m.intake_field_focus_y,
  cast: m.intake_field_cast,
  directors: m.intake_field_directors,
  writers: m.intake_field_writers,
  producers: m.intake_field_producers,
  composers: m.intake_field_composers,
  cinematographers: m.intake_field_cinematographers,
  series: m.titles_series,
  part: m.intake_field_part,
  poster: m.art_poster,
  poster_en: m.art_poster_en,
  backdrop: m.art_backdrop,
  logo_fa: m.art_logo_fa,
  logo_en: m.art_logo_en,
  still: m.art_still,
  stills: m.art_stills,
  trailer: m.intake_field_trailer,
};

/** A field of docs/import.md in the language of the desk; a column that is none keeps its name. */
export function nameColumn(field: string): string {
  const titleField = TITLE_FIELDS.find((one) => one === field);
  return titleField === undefined ? (NAMES[field]?.() ?? field) : nameField(titleField);
}

/** The fields that a header names: as docs/import.md spells them, or in the language of the desk. */
export function guessColumns(header: readonly string[], allowed: readonly string[] = FIELDS): string[] {
  const names = new Map(allowed.map((field) => [foldForSearch(nameColumn(field)), field] as const));
  const spelled = guessFields(header);
  const guesses = header.map((name, at) => names.get(foldForSearch(name)) ?? spelled[at] ?? '');
  return guesses.map((field, at) => (allowed.includes(field) && guesses.indexOf(field) === at ? field : ''));
}
