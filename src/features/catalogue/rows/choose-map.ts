import { missingColumns, plainMap, readHeader, type ColumnMap } from './column-map.ts';
import { FIELDS } from './fields.ts';
import illustratedTitles from './maps/illustrated-titles.json' with { type: 'json' };
import numberedEpisodes from './maps/numbered-episodes.json' with { type: 'json' };
import scrapedEpisodes from './maps/scraped-episodes.json' with { type: 'json' };
import scrapedTitles from './maps/scraped-titles.json' with { type: 'json' };

/** Which field each column of a file is, by the column's place; '' for one that is left out. */
export type ColumnFields = readonly string[];

const MAPS = [scrapedTitles, scrapedEpisodes, illustratedTitles, numberedEpisodes].map((map): ColumnMap => ({
  id: [],
  defaults: {},
  ...map,
}));
/** Where a file has no ids, these name a title together, as in `scraped-titles.json`. */
const NAMING = ['kind', 'name', 'name_fa', 'name_en', 'year'];

/** A map of ours that fits the header; null where its columns are matched by hand. */
export function chooseMap(header: readonly string[]): ColumnMap | null {
  const fits = MAPS.filter((map) => missingColumns(map, header).length === 0);
  const [best] = fits.sort((a, b) => Object.keys(b.columns).length - Object.keys(a.columns).length);
  const plain = guessFields(header).filter((field) => field !== '').length;
  return best !== undefined && Object.keys(best.columns).length > plain ? best : null;
}

/** The fields of a file whose columns are spelled as docs/import.md spells them. */
export function guessFields(header: readonly string[]): ColumnFields {
  return readHeader(header).header.map((name) => (FIELDS.includes(name) ? name : ''));
}

/** The map of columns that were matched by hand. Null: nothing names a row. */
export function buildMap(header: readonly string[], fields: ColumnFields): ColumnMap | null {
  const names = new Map(fields.flatMap((field, at) => (field === '' ? [] : [[field, header[at] ?? ''] as const])));
  const plain = plainMap([...names.keys()]);
  const toColumn = (field: string) => names.get(field) ?? field;
  const isNamed = names.has('id') || names.has('series');
  const id = isNamed ? plain.id.map(toColumn) : NAMING.flatMap((field) => names.get(field) ?? []);
  if (id.length === 0 && plain.series === undefined) return null;
  const columns = Object.fromEntries(Object.entries(plain.columns).map(([field]) => [field, toColumn(field)]));
  return { ...plain, id, columns, ...(plain.series && { series: plain.series.map(toColumn) }) };
}
