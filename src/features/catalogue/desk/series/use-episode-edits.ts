import * as v from 'valibot';
import { useDraft } from '../../../../platform/desk/use-draft.ts';
import { toDayText } from '../../../../platform/desk/moment-text.ts';
import { formatPlain } from '../../../../platform/text/format.ts';
import type { DeskEpisode, DeskSeries } from '../../series-contract.ts';

export const TABLE_FIELDS = ['number', 'name_fa', 'name_en', 'minutes', 'release_date'] as const;
export type TableField = (typeof TABLE_FIELDS)[number];
export const SYNOPSES = ['synopsis_fa', 'synopsis_en'] as const;
export const EDIT_FIELDS = [...TABLE_FIELDS, ...SYNOPSES] as const;
export type EpisodeField = (typeof EDIT_FIELDS)[number];

/** `base`: the text that was there when the member began to write. */
const edits = v.pipe(
  v.string(),
  v.parseJson(),
  v.record(v.string(), v.record(v.picklist(EDIT_FIELDS), v.object({ text: v.string(), base: v.string() }))),
);
type Cell = { text: string; base: string };
type Row = Partial<Record<EpisodeField, Cell>>;

export function toCellText(episode: DeskEpisode, field: EpisodeField): string {
  if (field === 'number') return episode.number === null ? '' : formatPlain(episode.number);
  if (field === 'minutes') return formatPlain(episode.minutes);
  if (field === 'release_date') return episode.release_date === null ? '' : toDayText(episode.release_date);
  return episode[field];
}

function readEdits(draft: string): Record<string, Row> {
  const stored = v.safeParse(edits, draft);
  return stored.success ? stored.output : {};
}

/** The cells of a series' table that a member has touched; a draft in the browser. */
export function useEpisodeEdits({
  id,
  season,
  page,
  episodes,
}: Pick<DeskSeries, 'id' | 'season' | 'page' | 'episodes'>) {
  const place = [season, ...(page === 1 ? [] : [page])].map(String).join('/');
  const { value, isStored, change, clear } = useDraft(`episodes:${String(id)}/${place}`, { edits: '' });
  const touched = readEdits(value.edits);
  const put = (next: Record<string, Row>) => {
    const rows = Object.entries(next).filter(([, row]) => Object.keys(row).length > 0);
    if (rows.length === 0) clear();
    else change({ edits: JSON.stringify(Object.fromEntries(rows)) });
  };
  const getCell = (episode: DeskEpisode, field: EpisodeField) => touched[String(episode.id)]?.[field];
  const getText = (episode: DeskEpisode, field: EpisodeField) =>
    getCell(episode, field)?.text ?? toCellText(episode, field);
  const setRow = (row: Row | undefined, episode: DeskEpisode, field: EpisodeField, text: string): Row => {
    const { [field]: before, ...rest } = row ?? {};
    const stored = toCellText(episode, field);
    return text === stored ? rest : { ...rest, [field]: { text, base: before?.base ?? stored } };
  };
  return {
    touched,
    isStored,
    clear,
    getText,
    isTouched: (episode: DeskEpisode, field: EpisodeField) => getCell(episode, field) !== undefined,
    /** Somebody else has written the cell meanwhile. */
    isConflict: (episode: DeskEpisode, field: EpisodeField) => {
      const cell = getCell(episode, field);
      return cell !== undefined && cell.base !== toCellText(episode, field);
    },
    write: (cells: readonly { episode: DeskEpisode; field: EpisodeField; text: string }[]) => {
      const next = { ...touched };
      for (const { episode, field, text } of cells)
        next[String(episode.id)] = setRow(next[String(episode.id)], episode, field, text);
      put(next);
    },
    /** Writes over the text of somebody else. */
    takeMine: (episode: DeskEpisode, field: EpisodeField) => {
      const row = { ...touched[String(episode.id)] };
      row[field] = { text: getText(episode, field), base: toCellText(episode, field) };
      put({ ...touched, [String(episode.id)]: row });
    },
    /** As the save sends them. */
    listEdits: () =>
      Object.entries(touched).flatMap(([key, row]) => {
        const episode = episodes.find((one) => String(one.id) === key);
        if (episode === undefined) return [];
        const fields = Object.entries(row).map(([field, { text }]) => [field, text] as const);
        return [{ id: episode.id, rev: episode.rev, fields: Object.fromEntries(fields) }];
      }),
  };
}
export type EpisodeEdits = ReturnType<typeof useEpisodeEdits>;
