import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type * as calls from '../screenings-contract.ts';
import type { Database } from '../../../platform/db/client.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { isBackwards } from '../front-windows.ts';
import type { ScreeningFacts } from '../screenings-contract.ts';
import { countSeats } from '../../entitlement/server/seats.ts';
import { readFrontTitles } from './front-titles.ts';
import { readRevision, writePart } from './part-changes.ts';
import type { PartValue } from './part-value.ts';

const PER_PAGE = 50;
/** Above the numbers of a seed. */
const FIRST_DESK_SCREENING = 100_000;
/** Somebody else makes one at the same moment. */
const MAX_TRIES = 12;
const toPart = (id: number) => `screening:${String(id)}`;

const screeningRows = v.array(
  v.object({
    ...{ id: v.number(), title_id: v.number(), starts_at: v.number(), ends_at: v.number(), hours: v.number() },
    ...{ toman: v.number(), tickets: v.number(), capacity: v.nullable(v.number()), seats: v.number() },
    hidden: v.pipe(
      v.number(),
      v.transform((value) => value === 1),
    ),
  }),
);
type StoredScreening = v.InferOutput<typeof screeningRows>[number];

const columns = sql`s.id, s.title_id, s.starts_at, s.ends_at, s.hours, s.toman, s.hidden, s.capacity,
  (SELECT count(*) FROM purchases p WHERE p.kind = 'screening' AND p.item_id = s.id) AS tickets,
  ${countSeats(sql`s.id`)} AS seats`;

async function readScreening(db: Database, id: number): Promise<StoredScreening | null> {
  const rows = await db.all(sql`SELECT ${columns} FROM screenings s WHERE s.id = ${id}`);
  return v.parse(screeningRows, rows)[0] ?? null;
}

/** Without a number of seats as in changes that were made before screenings had one. */
const toText = ({ title_id, starts_at, ends_at, hours, toman, capacity }: ScreeningFacts, hidden: boolean) =>
  JSON.stringify({
    ...{ title_id, starts_at, ends_at, hours, toman, hidden: Number(hidden) },
    ...(capacity !== null && { capacity }),
  });

export async function readScreeningValue({ db }: RequestContext, part: string): Promise<PartValue | null> {
  const screening = await readScreening(db, Number(part.slice('screening:'.length)));
  return screening === null ? null : { part, text: toText(screening, screening.hidden) };
}

export const listDeskScreenings: OperatorService<typeof calls.listDeskScreenings> = async (
  { db, now },
  { before = Number.MAX_SAFE_INTEGER },
) => {
  const rows = v.parse(
    screeningRows,
    await db.all(sql`SELECT ${columns} FROM screenings s WHERE s.id < ${before} ORDER BY s.id DESC LIMIT ${PER_PAGE}`),
  );
  const ids = rows.map(({ title_id: id }) => id);
  const titles = await readFrontTitles(db, ids, now);
  const last = rows.length === PER_PAGE ? rows.at(-1) : undefined;
  return ok({
    data: rows.map((row) => ({ ...row, title: titles.get(row.title_id) ?? null })),
    next: last?.id ?? null,
  });
};

export const getDeskScreening: OperatorService<typeof calls.getDeskScreening> = async ({ db, now }, { id }) => {
  const screening = await readScreening(db, id);
  if (screening === null) return fail('front_screening_unknown');
  const titles = await readFrontTitles(db, [screening.title_id], now);
  const revision = await readRevision(db, toPart(id), toText(screening, screening.hidden));
  return ok({ data: { ...screening, ...revision, title: titles.get(screening.title_id) ?? null } });
};

async function checkFacts({ db, now }: RequestContext, facts: ScreeningFacts): Promise<Outcome<null, ErrorCode>> {
  if (isBackwards(facts)) return fail('front_window', { fields: { ends_at: 'front_window' } });
  const titles = await readFrontTitles(db, [facts.title_id], now);
  return titles.has(facts.title_id) ? ok(null) : fail('front_title', { fields: { title_id: 'front_title' } });
}

export const createScreening: OperatorService<typeof calls.createScreening> = async (
  context,
  facts,
  operator,
  record,
) => {
  const { db } = context;
  const checked = await checkFacts(context, facts);
  if (!checked.ok) return checked;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const rows = await db.all(sql`SELECT
      (SELECT id FROM screenings WHERE title_id = ${facts.title_id} AND starts_at = ${facts.starts_at}) AS same,
      (SELECT max(${FIRST_DESK_SCREENING}, coalesce(max(id), 0) + 1) FROM screenings) AS id`);
    const { same, id } = v.parse(v.object({ same: v.nullable(v.number()), id: v.number() }), rows[0]);
    if (same !== null) {
      const stored = await readScreening(db, same);
      const isRepeated = stored !== null && toText(stored, stored.hidden) === toText(facts, false);
      return isRepeated ? ok({ data: { id: same } }) : fail('front_screening_taken');
    }
    const after = toText(facts, false);
    if (!(await writePart(context, { part: toPart(id), rev: 0, before: 'null', after, operator }))) continue;
    record({ subjects: [`front:${toPart(id)}`], after: { id, ...facts } });
    return ok({ data: { id } });
  }
  return fail('front_changed');
};

/** True if a ticket keeps its title, and the time in which that is watched. */
function keepsTickets(before: ScreeningFacts & { tickets: number }, after: ScreeningFacts, hidden: boolean) {
  if (before.tickets === 0) return true;
  const isLess = after.ends_at < before.ends_at || after.starts_at > before.starts_at || after.hours < before.hours;
  return !hidden && after.title_id === before.title_id && !isLess;
}

const storedPart = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    ...{ title_id: v.number(), starts_at: v.number(), ends_at: v.number(), hours: v.number() },
    ...{ toman: v.number(), hidden: v.number(), capacity: v.optional(v.number()) },
  }),
);

/** No seat is taken from anybody who is in, also not from who pays at this moment. */
const hasSeatsFor = (id: number, capacity: number | null) =>
  sql`(${capacity} IS NULL OR ${capacity} >= ${countSeats(sql`${id}`)})`;

/** Why a screening may not become what `text`, a stored change, has; else the condition of the write. */
export async function checkTakingBack(
  { db }: RequestContext,
  part: string,
  text: string,
): Promise<Outcome<SQL, ErrorCode>> {
  const screening = await readScreening(db, Number(part.slice('screening:'.length)));
  const { hidden, capacity = null, ...facts } = v.parse(storedPart, text);
  return screening === null ? fail('front_changed') : checkTickets(screening, { ...facts, capacity }, hidden === 1);
}

function checkTickets(before: StoredScreening, facts: ScreeningFacts, hidden: boolean): Outcome<SQL, ErrorCode> {
  if (!keepsTickets(before, facts, hidden)) return fail('front_tickets');
  if (facts.capacity !== null && facts.capacity < before.seats)
    return fail('front_capacity', { fields: { capacity: 'front_capacity' } });
  return ok(hasSeatsFor(before.id, facts.capacity));
}

async function write(
  context: RequestContext,
  before: StoredScreening,
  { rev, facts, hidden, operator }: { rev: number; facts: ScreeningFacts; hidden: boolean; operator: string },
): Promise<Outcome<null, ErrorCode>> {
  const checked = checkTickets(before, facts, hidden);
  if (!checked.ok) return checked;
  const [text, after] = [toText(before, before.hidden), toText(facts, hidden)];
  if (text === after) return ok(null);
  const change = { part: toPart(before.id), rev, before: text, after, operator, condition: checked.value };
  return (await writePart(context, change)) ? ok(null) : fail('front_changed');
}

export const saveScreening: OperatorService<typeof calls.saveScreening> = async (
  context,
  { id, rev, ...facts },
  operator,
  record,
) => {
  const before = await readScreening(context.db, id);
  if (before === null) return fail('front_screening_unknown');
  const checked = await checkFacts(context, facts);
  if (!checked.ok) return checked;
  const result = await write(context, before, { rev, facts, hidden: before.hidden, operator });
  if (!result.ok) return result;
  record({ before, after: facts });
  return getDeskScreening(context, { id }, operator, record);
};

export const hideScreening: OperatorService<typeof calls.hideScreening> = async (
  context,
  { id, rev, hidden, reason },
  operator,
  record,
) => {
  const before = await readScreening(context.db, id);
  if (before === null) return fail('front_screening_unknown');
  const result = await write(context, before, { rev, facts: before, hidden, operator });
  if (!result.ok) return result;
  record({ before: { hidden: before.hidden }, after: { hidden, reason } });
  return getDeskScreening(context, { id }, operator, record);
};
