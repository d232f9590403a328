import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { PasteVerdict, pasteEpisodes as pasteCall } from '../../series-contract.ts';
import { renewCatalogueVersion } from '../../../../platform/http/cache/catalogue-version.ts';
import type { RequestContext } from '../../../../platform/http/calls/context.ts';
import { randomId } from '../../../../platform/http/random-id.ts';
import { fail, ok } from '../../../../platform/outcome.ts';
import type { Statement } from '../../../../platform/db/json-statements.ts';
import type { OperatorService } from '../../../staff/server/serve-operator.ts';
import { isBlank, type Draft } from '../../rows/fields.ts';
import type { Problem } from '../../rows/problems.ts';
import { readPart, type ImportEpisode } from '../../rows/read-part.ts';
import { NEXT_DESK_ID } from '../../../titles/facts/title-ids.ts';
import { noteDrafts, type DraftMaker } from '../intake/drafts.ts';
import { writeEpisodes } from '../intake/part-batch.ts';
import {
  editStatements,
  findConflicts,
  readEpisodesAt,
  writeOnce,
  type EpisodeEdit,
  type EpisodeField,
  type StoredEpisode,
} from './episode-edits.ts';
import { toTrail } from './update-episodes.ts';

/** Others may write the same episodes meanwhile: they are read again. */
const MAX_TRIES = 8;
const nextRow = v.tuple([v.object({ id: v.number() })]);
type PasteInput = v.InferOutput<typeof pasteCall.input>;

interface Plan {
  verdicts: PasteVerdict[];
  added: ImportEpisode[];
  edits: (EpisodeEdit & { rev: number })[];
}

/** A row that is new or changed is written unless it was rejected; one transaction for a part. */
export const pasteEpisodes: OperatorService<typeof pasteCall> = async (context, input, operator, record) => {
  const { db, env, now, defer } = context;
  const renewPages = () => {
    if (input.step !== 'more') defer(renewCatalogueVersion(env, `titles-${randomId()}`));
  };
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const rows = await db.all(sql`SELECT 1 FROM all_titles WHERE id = ${input.id} AND kind = 'series'`);
    if (rows.length === 0) return fail('title_not_found');
    const plan = await planRows(context, input);
    const { verdicts, added, edits } = plan;
    const count = (verdict: PasteVerdict['verdict']) => verdicts.filter((row) => row.verdict === verdict).length;
    const answer = { verdicts, added: added.length, changed: edits.length, rejected: count('rejected') };
    if (input.rehearse || added.length + edits.length === 0) {
      // The answer of an earlier try may have been lost.
      if (!input.rehearse && (tries > 0 || input.step === 'last')) renewPages();
      return ok({ data: answer });
    }
    const save = randomId();
    const drafts = input.drafts ? { operator, save } : null;
    const addition = await buildAddition(context, { id: input.id, drafts }, added);
    const statements = [...addition.statements, ...editStatements(edits, { operator, now, save })];
    if (!(await writeOnce(db, statements, save))) continue;
    if (edits.length > 0 || !input.drafts || input.step === 'last') renewPages();
    const trail = toTrail(edits);
    const subjects = [...trail.subjects, ...addition.ids.map((id) => `title:${String(id)}`)];
    record({ subjects, before: trail.before, after: { ...trail.after, added: added.length, drafts: input.drafts } });
    return ok({ data: answer });
  }
  return fail('title_changed');
};

async function planRows({ db, now }: RequestContext, { id, season, rows, basis, rehearse }: PasteInput): Promise<Plan> {
  const plan: Plan = { verdicts: [], added: [], edits: [] };
  const note = (
    line: number,
    verdict: PasteVerdict['verdict'],
    problems: Problem[],
    more: Partial<PasteVerdict> = {},
  ) => void plan.verdicts.push({ line, verdict, problems, differences: [], key: '', episode: null, ...more });
  const context = { thisYear: new Date(now * 1000).getUTCFullYear(), getColumn: (field: string) => field };
  const list = rows.flatMap(({ line, draft }) => {
    if (Object.values(draft).every(isBlank)) {
      note(line, 'rejected', [{ column: '', reason: 'the row is empty', value: '' }]);
      return [];
    }
    // A number of the season in the row itself comes before that of the page.
    const place = isBlank(draft['season']) && isBlank(draft['part']) ? { season } : {};
    const result = readPart({ ...draft, ...place, id: '', series: `desk:${String(id)}` }, 'episode', context);
    if (!result.ok) note(line, 'rejected', result.problems);
    else if (result.warnings.length > 0) note(line, 'warning', result.warnings);
    return result.ok && result.part.kind === 'episode' ? [{ line, draft, episode: result.part }] : [];
  });
  const places = new Set<string>();
  const stored = await readEpisodesAt(
    db,
    id,
    list.map(({ episode }) => [episode.season, episode.number] as const),
  );
  for (const { line, draft, episode } of list) {
    const key = toPlace(episode.season, episode.number);
    const [match, ...others] = distinct(stored).filter(({ values }) => key === toPlace(values.season, values.number));
    const before = basis.find((row) => row.line === line);
    const changes = match === undefined ? [] : listChanges(draft, episode, match);
    const isLate = before === undefined ? changes.length > 0 : match?.id !== before.id;
    const refusal = places.has(key)
      ? 'the number stood before'
      : others.length > 0
        ? 'two episodes have this number'
        : !rehearse && isLate
          ? LATE
          : null;
    places.add(key);
    if (refusal !== null) {
      note(line, 'rejected', [{ column: 'number', reason: refusal, value: String(episode.number) }], { key });
    } else if (match === undefined) {
      // A picture comes by its own upload.
      plan.added.push({ ...episode, pictures: undefined });
      note(line, 'added', [{ column: 'number', reason: '', value: describe(episode) }], { key });
    } else if (changes.length > 0) {
      plan.edits.push({ episode: match, changes, rev: before?.rev ?? match.rev });
      const differences = changes.map((change) => ({
        ...{ column: change.field, before: change.before ?? '', after: change.after ?? '' },
      }));
      const problem = { column: 'number', reason: '', value: describe(episode) };
      note(line, 'changed', [problem], { key, differences, episode: { id: match.id, rev: match.rev } });
    }
  }
  return rehearse ? plan : dropConflicts(db, plan);
}

const LATE = 'was changed since it was read';

/** A row whose fields somebody has changed since the rehearsal is not written. */
async function dropConflicts(db: RequestContext['db'], plan: Plan): Promise<Plan> {
  const conflicts = new Set((await findConflicts(db, plan.edits)).map(({ id }) => id));
  if (conflicts.size === 0) return plan;
  return {
    ...plan,
    edits: plan.edits.filter(({ episode }) => !conflicts.has(episode.id)),
    verdicts: plan.verdicts.map((row) =>
      row.episode !== null && conflicts.has(row.episode.id)
        ? { ...row, verdict: 'rejected' as const, problems: [{ column: 'number', reason: LATE, value: '' }] }
        : row,
    ),
  };
}

function distinct(list: readonly StoredEpisode[]): StoredEpisode[] {
  return [...new Map(list.map((episode) => [episode.id, episode])).values()];
}

const toPlace = (season: number | string | null, number: number | string | null) =>
  `s${String(season)}e${String(number)}`;

function describe({ season, number, nameFa }: ImportEpisode): string {
  return `${String(season)}/${String(number)} ${nameFa}`;
}

/** Only cells that have a value are compared. */
function listChanges(draft: Draft, episode: ImportEpisode, { values }: StoredEpisode): EpisodeEdit['changes'] {
  const { name } = draft;
  const isPersian = typeof name === 'string' && /\p{Script=Arabic}/u.test(name);
  const has = (field: string) => !isBlank(draft[field]);
  const cells: [field: EpisodeField, isThere: boolean, value: string | number | undefined][] = [
    ['name_fa', has('name_fa') || (has('name') && isPersian), episode.nameFa],
    ['name_en', has('name_en') || (has('name') && !isPersian), episode.nameEn],
    ['synopsis_fa', has('synopsis_fa'), episode.synopsisFa],
    ['synopsis_en', has('synopsis_en'), episode.synopsisEn],
    ['minutes', has('minutes'), episode.minutes],
    ['release_date', has('release_date'), episode.releaseDate],
  ];
  return cells.flatMap(([field, isThere, cell]) => {
    const after = cell === undefined ? '' : String(cell);
    return isThere && after !== '' && after !== (values[field] ?? '') ? [{ field, before: values[field], after }] : [];
  });
}

/** New episodes; the transaction fails as `isChanged` where an id or a number is taken by now. */
async function buildAddition(
  { db, now }: RequestContext,
  { id: series, drafts }: { id: number; drafts: DraftMaker | null },
  added: readonly ImportEpisode[],
): Promise<{ ids: number[]; statements: Statement[] }> {
  if (added.length === 0) return { ids: [], statements: [] };
  const [next] = v.parse(nextRow, await db.all(sql`SELECT ${sql.raw(NEXT_DESK_ID)} AS id`));
  const rows = added.map((episode, at) => ({ id: next.id + at, series, episode, isDraft: drafts !== null }));
  const ids = rows.map(({ id }) => id);
  const statements = [
    {
      sql: `SELECT json_extract('{}', 'import:changed') FROM json_each(?) j
        WHERE EXISTS (SELECT 1 FROM all_titles t WHERE t.id = j.value ->> 0) OR EXISTS (SELECT 1 FROM all_titles e
          WHERE e.series_id = j.value ->> 1 AND e.season = j.value ->> 2 AND e.number = j.value ->> 3)`,
      values: rows.map(({ id, episode: { season, number } }) => [id, series, season, number]),
    },
    ...(drafts === null ? [] : [noteDrafts(ids, drafts, now)]),
    writeEpisodes(rows, now),
  ];
  return { ids, statements };
}
