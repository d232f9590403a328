import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { createDeskTitle as call } from '../contract.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { retryWrite } from '../../../platform/http/faults/d1-errors.ts';
import type { TitleKind } from '../../../platform/kinds.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { NEXT_DESK_ID } from '../../titles/facts/title-ids.ts';
import { INHERITED, OWN_OR_INHERITED, selectYear } from '../../titles/facts/title-statements.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import type { TitleField } from '../title-fields.ts';
import { NO_LISTS, readField } from './read-field.ts';

interface Draft {
  kind: TitleKind;
  nameFa: string;
  nameEn: string;
  /** An episode has those of its series. */
  year: number;
  minutes: number;
  place: { seriesId: number; season: number; number: number } | null;
}

/** As an import's defaults: no unrated title counts as one for children. */
const DEFAULTS = sql`'', 12, 'subscription', 'released', 0`;

/**
 * Makes a title that is hidden from its first moment, and gives its number; the same key gives the same title. Its first
 * change hides it and has nothing before: so a draft is told from a title that was taken back.
 */
export async function createTitle(
  { db, now }: Pick<RequestContext, 'db' | 'now'>,
  draft: Draft,
  { operator, key }: { operator: string; key: string },
): Promise<Outcome<{ id: number; isNew: boolean }, ErrorCode>> {
  const save = `make:${key}`;
  const before = await findMade(db, save);
  if (before !== null) return checkMade(before, draft, operator, false);
  const hasSeries = draft.place
    ? sql`EXISTS (SELECT 1 FROM all_titles WHERE id = ${draft.place.seriesId} AND kind = 'series')`
    : sql`true`;
  await retryWrite(() =>
    batch(db, [
      sql`INSERT INTO title_changes (title_id, rev, field, before, after, save, operator, created_at)
        SELECT ${sql.raw(NEXT_DESK_ID)}, 0, 'hidden', NULL, '1', ${save}, ${operator}, ${now}
        WHERE ${hasSeries} AND NOT EXISTS (SELECT 1 FROM title_changes WHERE save = ${save})`,
      buildInsert(save, draft, now),
    ]),
  );
  const title = await findMade(db, save);
  return title === null ? fail('title_series_unknown') : checkMade(title, draft, operator, true);
}

function buildInsert(save: string, { kind, nameFa, nameEn, year, minutes, place }: Draft, now: number): SQL {
  const columns = sql.raw('kind, name_fa, name_en, synopsis_fa, synopsis_en, views, updated_at, hidden');
  const values = sql`${kind}, ${nameFa}, ${nameEn}, '', '', 0, ${now}, 1`;
  const isNew = sql`c.save = ${save} AND NOT EXISTS (SELECT 1 FROM all_titles t WHERE t.id = c.title_id)`;
  if (place === null)
    return sql`INSERT INTO all_titles (id, ${columns}, year, minutes, name_latin, age, access, release, iranian)
      SELECT c.title_id, ${values}, ${year}, ${minutes}, ${DEFAULTS} FROM title_changes c WHERE ${isNew}`;
  const inherited = [...INHERITED, ...OWN_OR_INHERITED];
  return sql`INSERT INTO all_titles (id, ${columns}, series_id, season, number, year, ${sql.raw(inherited.join(', '))})
    SELECT c.title_id, ${values}, s.id, ${place.season}, ${place.number}, ${sql.raw(selectYear(String(place.season)))},
      ${sql.raw(inherited.map((column) => `s.${column}`).join(', '))}
    FROM title_changes c JOIN all_titles s ON s.id = ${place.seriesId} WHERE ${isNew}`;
}

const madeRow = v.object({
  ...{ id: v.number(), kind: v.string(), operator: v.string() },
  ...{ series_id: v.nullable(v.number()), season: v.nullable(v.number()), number: v.nullable(v.number()) },
});

async function findMade(db: Database, save: string): Promise<v.InferOutput<typeof madeRow> | null> {
  const [row] = await db.all(sql`SELECT t.id, t.kind, c.operator, t.series_id, t.season, t.number
    FROM title_changes c JOIN all_titles t ON t.id = c.title_id WHERE c.save = ${save}`);
  return row === undefined ? null : v.parse(madeRow, row);
}

/** A key belongs to one act of who used it first. */
function checkMade(
  made: v.InferOutput<typeof madeRow>,
  { kind, place }: Draft,
  operator: string,
  isNew: boolean,
): Outcome<{ id: number; isNew: boolean }, ErrorCode> {
  const isSamePlace =
    made.series_id === (place?.seriesId ?? null) &&
    made.season === (place?.season ?? null) &&
    made.number === (place?.number ?? null);
  return made.operator === operator && made.kind === kind && isSamePlace
    ? ok({ id: made.id, isNew })
    : fail('key_used');
}

/** The call of the desk: names, year and minutes are read as an import reads them. */
export const createDeskTitle: OperatorService<typeof call> = async (context, input, operator, record) => {
  const draft = readDraft(input, context.now);
  if (!draft.ok) return draft;
  const made = await createTitle(context, draft.value, { operator, key: input.key });
  if (!made.ok) return made;
  if (made.value.isNew)
    record({ subjects: [`title:${String(made.value.id)}`], after: { id: made.value.id, ...draft.value } });
  return ok({ data: { id: made.value.id } });
};

function readDraft(input: v.InferOutput<(typeof call)['input']>, now: number): Outcome<Draft, ErrorCode> {
  const { kind, series_id: seriesId, season, number } = input;
  const isEpisode = kind === 'episode';
  if (isEpisode && seriesId === undefined)
    return fail('title_series_unknown', { fields: { series_id: 'title_series_unknown' } });
  if (isEpisode && number === undefined) return fail('invalid_input', { fields: { number: 'invalid_input' } });
  const refused: Record<string, ErrorCode> = {};
  const read = (field: TitleField, raw: string | undefined) => {
    const value = readField(field, raw ?? '', { thisYear: new Date(now * 1000).getUTCFullYear(), ...NO_LISTS });
    if (!value.ok) refused[field] = value.code;
    return (value.ok ? value.value : null) ?? '';
  };
  const draft = {
    ...{ kind, nameFa: read('name_fa', input.name_fa), nameEn: read('name_en', input.name_en) },
    year: isEpisode ? 0 : Number(read('year', input.year)),
    minutes: isEpisode ? 0 : Number(read('minutes', input.minutes)),
    place: seriesId === undefined || number === undefined || !isEpisode ? null : { seriesId, season, number },
  };
  const [first] = Object.values(refused);
  return first === undefined ? ok(draft) : fail(first, { fields: refused });
}
