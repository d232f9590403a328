import * as v from 'valibot';
import { toCamelCase } from '../../../../platform/db/columns.ts';
import { writePortraits, writeStills } from './art-statements.ts';
import { PICTURE_COLUMNS, TITLE_PICTURES } from '../../rows/picture-fields.ts';
import {
  OWN_OR_INHERITED,
  passOnDays,
  passOnFacts,
  writeCredits,
  writeGenres,
} from '../../../titles/facts/title-statements.ts';
import type { Directory, NewPerson } from './directory.ts';
import { PERSON_VIEWS_SHARE, type SearchSubject } from '../../../search/query/search-doc.ts';
import { noteDrafts, type DraftMaker } from './drafts.ts';
import { findKeptPictures, hideAgain, keepCredits, keepEdits, readDeskEdits } from './keep-edits.ts';
import type { Problem } from '../../rows/problems.ts';
import type { DeskEdits } from '../../../titles/facts/desk-edits.ts';
import { restoreCredits } from '../../../titles/facts/desk-credits.ts';
import { restorePictures } from '../../../titles/facts/desk-pictures.ts';
import { searchStatements } from '../../../search/query/search-statements.ts';
import { sha256 } from '../../../../platform/http/hash.ts';
import { deleteRows, insertRows, upsertRows, type Statement } from '../../../../platform/db/json-statements.ts';
import type { RowStore } from './row-store.ts';
import { toColumns, type ImportTitle } from '../../rows/title.ts';

/** Columns that a title keeps when its row comes again: its id, and how often it was watched here. */
const UNCHANGED_COLUMNS = ['id', 'views'];
const CHILDREN = ['title_genres', 'title_countries', 'title_languages', 'credits'];

const ART_COLUMNS = TITLE_PICTURES.map((field) => [field, PICTURE_COLUMNS[field]] as const);

const knownTitle = v.object({
  external_id: v.string(),
  title_id: v.number(),
  digest: v.string(),
  /** Null where the title is gone. */
  views: v.nullable(v.number()),
  rev: v.nullable(v.number()),
  kind: v.nullable(v.string()),
  has_episodes: v.nullable(v.number()),
  art: v.nullable(v.string()),
});

export interface BatchCounts {
  added: number;
  changed: number;
  unchanged: number;
}

interface TitleBatch {
  statements: Statement[];
  counts: BatchCounts;
  added: ImportTitle[];
  changed: NumberedTitle[];
  /** Columns are fields. */
  remarks: { title: ImportTitle; problems: Problem[] }[];
}

export interface NumberedTitle {
  id: number;
  title: ImportTitle;
  digest: string;
  /** Of a title that is there already, as often as it was watched here. */
  views: number;
  /** The key of its poster. */
  art: string | null;
  isDraft: boolean;
}

/** State of all batches of a run: `nextId` gives ids for new titles, `words` are those that search has by now. */
export interface Run {
  directory: Directory;
  nextId: () => number;
  words: Set<string>;
  /** Epoch seconds. */
  now: number;
  /** A batch fails as `isChanged` where others have changed its titles meanwhile; else only where they took its new ids. */
  isShared?: boolean;
  /** New titles are drafts; without it they are published at once. */
  drafts?: DraftMaker | undefined;
}

/** Titles that were imported before, by their ids in the file. */
export type KnownTitles = ReadonlyMap<string, v.InferOutput<typeof knownTitle> & { edits: DeskEdits | undefined }>;

/**
 * Makes titles into statements, all for one transaction: with their people, genres, places in the search index and
 * the note of what was imported. Titles whose row has not changed make none.
 */
export async function buildBatch(
  titles: readonly ImportTitle[],
  before: KnownTitles,
  { directory, nextId, words, now, isShared = false, drafts }: Run,
): Promise<TitleBatch> {
  const digests = await Promise.all(titles.map(computeDigest));
  const added: NumberedTitle[] = [];
  const changed: NumberedTitle[] = [];
  const remarks: TitleBatch['remarks'] = [];
  for (const [at, title] of titles.entries()) {
    const digest = digests[at] ?? '';
    const entry = before.get(title.externalId);
    // A title that a new seed has swept away comes back under the same id.
    const views = entry?.views ?? null;
    if (views !== null && entry?.digest === digest) continue;
    const isDraft = entry?.edits?.isDraft === true;
    const isHidden = entry?.edits?.isHidden === true && !isDraft;
    if (isHidden && views !== null) {
      const problem = { column: 'id', reason: 'left as it is: the desk hides it', value: title.externalId };
      remarks.push({ title, problems: [problem] });
      continue;
    }
    const { edits: deskEdits } = entry ?? {};
    const problems = [
      ...keepEdits(title, deskEdits),
      ...keepCredits(title, deskEdits),
      ...findKeptPictures(title, deskEdits),
    ];
    if (problems.length > 0) remarks.push({ title, problems });
    // It comes back hidden; once the desk shows it, the next import writes it whole.
    if (isHidden) title.release = 'hidden';
    const art = title.pictures?.['poster'] ?? entry?.art ?? null;
    const placed = {
      id: entry?.title_id ?? nextId(),
      title,
      digest: isHidden ? '' : digest,
      views: views ?? title.views,
      art,
      isDraft: isDraft || (views === null && title.release !== 'hidden' && drafts !== undefined),
    };
    (views === null ? added : changed).push(placed);
  }
  const counts = {
    added: added.length,
    changed: changed.length,
    unchanged: titles.length - added.length - changed.length,
  };
  const all = [...added, ...changed];
  const edits = all.map(({ id, title }) => [id, before.get(title.externalId)?.edits] as const);
  await directory.prepare(all.flatMap(({ title }) => (title.release === 'hidden' ? [] : title.credits)));
  // A draft that is published meanwhile stays out.
  const checked = isShared ? all : [...added, ...changed.filter(({ isDraft }) => isDraft)];
  const keys = checked.map(({ id, title: { externalId } }) => ({ externalId, id }));
  const fresh = added.filter(({ isDraft, title }) => isDraft && before.get(title.externalId)?.edits?.isDraft !== true);
  const statements =
    all.length === 0
      ? []
      : [
          requireSame(keys, before),
          ...(drafts === undefined
            ? []
            : [
                noteDrafts(
                  fresh.map(({ id }) => id),
                  drafts,
                  now,
                ),
              ]),
          ...statementsFor(all, changed, { directory, words, now }),
          ...restorePictures(edits),
          ...restoreCredits(edits),
        ];
  return { statements, counts, added: added.map(({ title }) => title), changed, remarks };
}

/** Why a row may not be written over what its id names; null where it may. */
export function findConflict(title: ImportTitle, before: KnownTitles): string | null {
  const entry = before.get(title.externalId);
  if (entry?.kind === 'episode') return 'is already the id of an episode';
  return entry?.has_episodes && title.kind !== 'series' ? 'has episodes, and stays a series' : null;
}

export async function readKnownTitles(store: RowStore, externalIds: readonly string[]): Promise<KnownTitles> {
  const sql = `SELECT i.external_id, i.title_id, i.digest, t.views, t.rev, t.kind, t.art,
      t.kind = 'series' AND EXISTS (SELECT 1 FROM all_titles e WHERE e.series_id = t.id) AS has_episodes
    FROM imported_titles i LEFT JOIN all_titles t ON t.id = i.title_id
    WHERE i.external_id IN (SELECT value FROM json_each(?))`;
  const rows = await store.read({ sql, values: externalIds }, knownTitle);
  const edits = await readDeskEdits(
    store,
    rows.map(({ title_id: id }) => id),
  );
  return new Map(rows.map((row) => [row.external_id, { ...row, edits: edits.get(row.title_id) }]));
}

export async function computeDigest(row: object): Promise<string> {
  return (await sha256(JSON.stringify(row))).slice(0, 16);
}

const CHANGED = 'import:changed';

/** Fails, and the transaction with it, where somebody has written one of the titles since they were read. */
export function requireSame(rows: readonly { externalId: string; id: number }[], before: KnownTitles): Statement {
  const values = rows.map(({ externalId, id }) => {
    const entry = before.get(externalId);
    return [externalId, id, entry?.digest, entry?.rev];
  });
  const sql = `SELECT json_extract('{}', '${CHANGED}') FROM json_each(?) j
    LEFT JOIN imported_titles i ON i.external_id = j.value ->> 0 LEFT JOIN all_titles t ON t.id = j.value ->> 1
    WHERE i.digest IS NOT j.value ->> 2 OR t.rev IS NOT j.value ->> 3`;
  return { sql, values };
}

/** Of another writer at the same time: what is written is read and built again. */
export function isChanged(error: unknown): boolean {
  return error instanceof Error && (error.message.includes(CHANGED) || error.message.includes('UNIQUE constraint'));
}

function statementsFor(
  all: readonly NumberedTitle[],
  changed: readonly NumberedTitle[],
  { directory, words, now }: Pick<Run, 'directory' | 'words' | 'now'>,
): Statement[] {
  const people: { person: NewPerson; views: number }[] = [];
  const portraits = new Map<number, string>();
  const credited = all.filter(({ title }) => title.release !== 'hidden');
  const credits = credited.flatMap(({ id, title }) => {
    const seen = new Set<string>();
    return title.credits.flatMap((credit, at) => {
      const match = directory.find(credit, isIranian(title));
      if (match.added) people.push({ person: match.added, views: title.views });
      const key = `${credit.job}/${match.id}`;
      if (seen.has(key)) return [];
      seen.add(key);
      if (credit.portrait !== undefined) portraits.set(match.id, credit.portrait);
      return [[id, match.id, credit.job, at, credit.role_fa, credit.role_en]];
    });
  });
  const replaced = changed.map(({ id }) => id);
  const changedSeries = changed.filter(({ title }) => title.kind === 'series');
  const rows = all.map((placed) => titleRow(placed, now));
  const columns = Object.keys(rows[0] ?? {});
  const readers = [...ART_COLUMNS, ['trailer', 'trailer'] as const].map(([field, column]) => {
    const read = ({ pictures, trailer }: ImportTitle) => (field === 'trailer' ? trailer : pictures?.[field]);
    return { column, read };
  });
  const filled = readers.filter(({ read }) => all.some(({ title }) => read(title) !== undefined));
  const genreRows = all.flatMap(({ id, title }) => title.genres.map((genre) => [genre, id] as const));
  return [
    insertRows({
      name: 'people',
      columns: ['id', 'slug', 'name_fa', 'name_en', 'group_name', 'sort_key'],
      rows: people.map(({ person }) => [
        ...[person.id, person.slug, person.nameFa, person.nameEn, person.group, person.sortKey],
      ]),
    }),
    ...CHILDREN.map((table) => deleteRows(table, 'title_id', replaced)),
    passOnDays(
      changedSeries.map(({ id, title }) => [id, ...OWN_OR_INHERITED.map((column) => title[toCamelCase(column)])]),
    ),
    upsertRows(
      {
        name: 'all_titles',
        columns: [...columns, ...filled.map(({ column }) => column)],
        rows: rows.map((row, at) => {
          const title = all[at]?.title;
          return [...Object.values(row), ...filled.map(({ read }) => title && read(title))];
        }),
      },
      'id',
      columns.filter((column) => !UNCHANGED_COLUMNS.includes(column)),
      filled.map(({ column }) => column),
    ),
    passOnFacts(changedSeries.map(({ id }) => id)),
    writeGenres(genreRows),
    listRows('title_countries', 'country', all, ({ countries }) => countries),
    listRows('title_languages', 'language', all, ({ languages }) => languages),
    writeCredits(credits),
    ...writeStills(all),
    ...searchStatements(
      [...credited.filter(({ isDraft }) => !isDraft).map(titleSubject), ...people.map(personSubject)],
      words,
    ),
    ...writePortraits(portraits),
    upsertRows(
      {
        name: 'imported_titles',
        columns: ['external_id', 'title_id', 'digest'],
        rows: all.map(({ id, title, digest }) => [title.externalId, id, digest]),
      },
      'external_id',
      ['title_id', 'digest'],
    ),
    hideAgain(replaced),
  ];
}

function titleRow({ id, title, isDraft }: NumberedTitle, now: number) {
  const hidden = title.release === 'hidden';
  return {
    ...toColumns(title),
    id,
    release: hidden ? 'not_released' : title.release,
    iranian: Number(isIranian(title)),
    updated_at: now,
    hidden: Number(hidden || isDraft),
  };
}

function listRows(
  table: string,
  column: string,
  all: readonly NumberedTitle[],
  getNames: (title: ImportTitle) => string[],
) {
  const rows = all.flatMap(({ id, title }) => getNames(title).map((code, at) => [code, id, at]));
  return insertRows({ name: table, columns: [column, 'title_id', 'position'], rows });
}

function isIranian({ countries }: ImportTitle): boolean {
  return countries[0] === 'IR';
}

function titleSubject({ id, title, views, art }: NumberedTitle): SearchSubject {
  const { kind, nameFa, nameEn, nameLatin, year, age } = title;
  const names = { nameFa, nameEn, nameLatin };
  return { type: kind, id, slug: null, ...names, year, iranian: isIranian(title), art, views, age };
}

function personSubject({ person, views }: { person: NewPerson; views: number }): SearchSubject {
  const { id, nameFa, nameEn } = person;
  const share = Math.round(views * PERSON_VIEWS_SHARE);
  const names = { nameFa, nameEn, nameLatin: '' };
  return { type: 'person', id, slug: null, ...names, year: null, iranian: false, art: null, views: share, age: 0 };
}
