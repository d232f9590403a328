import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type * as calls from '../weeks-contract.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { PROGRAMME_FOLDER } from '../../live/playout/report.ts';
import { buildWeek } from '../../live/playout/spans.ts';
import { PRINT_STATES } from '../../magazines/contract.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { MAX_PROGRAMMES, type ProgrammeInput } from '../weeks-contract.ts';
import { getWeekMinute } from '../week-minute.ts';
import { readFrontTitles } from './front-titles.ts';
import { readRevision, writePart } from './part-changes.ts';
import type { PartValue } from './part-value.ts';

const toPart = (id: number) => `week:${String(id)}`;

const bit = v.pipe(
  v.number(),
  v.transform((value) => value === 1),
);
const channelRows = v.array(
  v.object({
    ...{ id: v.number(), name_fa: v.string(), name_en: v.string(), external: bit },
    state: v.picklist(PRINT_STATES),
  }),
);
const timeRows = v.array(v.object({ channel_id: v.number(), day: v.number(), start: v.number(), minutes: v.number() }));
const programmeRows = v.array(
  v.object({
    ...{ day: v.number(), start: v.number(), minutes: v.number(), name_fa: v.string(), name_en: v.string() },
    ...{ title_id: v.nullable(v.number()), media: v.nullable(v.string()), picture: v.nullable(v.string()) },
    has_media: bit,
  }),
);

const channelColumns = sql`id, name_fa, name_en, stream_url IS NOT NULL AS external, state`;

export const listDeskChannels: OperatorService<typeof calls.listDeskChannels> = async ({ db }) => {
  const [channels, times] = await batch(db, [
    sql`SELECT ${channelColumns} FROM channels ORDER BY id`,
    sql`SELECT channel_id, day, start, minutes FROM programmes`,
  ]);
  const weeks = Map.groupBy(v.parse(timeRows, times), ({ channel_id: id }) => id);
  return ok({
    data: v.parse(channelRows, channels).map((channel) => {
      const items = weeks.get(channel.id) ?? [];
      return { ...channel, programmes: items.length, findings: buildWeek(items).findings.length };
    }),
  });
};

async function readWeek(db: Database, id: number) {
  const [channels, programmes] = await batch(db, [
    sql`SELECT ${channelColumns} FROM channels WHERE id = ${id}`,
    sql`SELECT p.day, p.start, p.minutes, p.name_fa, p.name_en, p.title_id, p.media, p.picture,
        ${sql.raw(PROGRAMME_FOLDER)} IS NOT NULL AS has_media
      FROM programmes p WHERE p.channel_id = ${id} ORDER BY p.day, p.start`,
  ]);
  const [channel] = v.parse(channelRows, channels);
  return channel === undefined ? null : { channel, programmes: v.parse(programmeRows, programmes) };
}

/** In the order of the week. */
function toText(programmes: readonly ProgrammeInput[]): string {
  const sorted = programmes.toSorted((a, b) => a.day - b.day || a.start - b.start);
  return JSON.stringify({
    programmes: sorted.map(({ day, start, minutes, name_fa, name_en, title_id, media, picture }) => ({
      ...{ day, start, minutes, name_fa, name_en, title_id, media, picture },
    })),
  });
}

export async function readWeekValue({ db }: RequestContext, part: string): Promise<PartValue | null> {
  const week = await readWeek(db, Number(part.slice('week:'.length)));
  return week === null ? null : { part, text: toText(week.programmes) };
}

export const getChannelWeek: OperatorService<typeof calls.getChannelWeek> = async ({ db, now }, { id }) => {
  const week = await readWeek(db, id);
  if (week === null) return fail('front_channel_unknown');
  const { channel, programmes } = week;
  const ids = programmes.flatMap(({ title_id: titleId }) => titleId ?? []);
  const titles = await readFrontTitles(db, ids, now);
  return ok({
    data: {
      ...channel,
      ...(await readRevision(db, toPart(id), toText(programmes))),
      findings: buildWeek(programmes).findings,
      programmes: programmes.map((programme) => ({ ...programme, title: titles.get(programme.title_id ?? 0) ?? null })),
    },
  });
};

/** Gaps and overlaps are written: the week says so. */
export const saveChannelWeek: OperatorService<typeof calls.saveChannelWeek> = async (
  context,
  { id, rev, remove, add },
  operator,
  record,
) => {
  const week = await readWeek(context.db, id);
  if (week === null) return fail('front_channel_unknown');
  const removed = new Set(remove.map(getWeekMinute));
  const rest = week.programmes.filter((programme) => !removed.has(getWeekMinute(programme)));
  // Somebody else wrote the week: the change is of another one.
  if (rest.length + removed.size !== week.programmes.length) return fail('front_changed');
  const programmes = [...add, ...rest];
  if (programmes.length > MAX_PROGRAMMES) return fail('invalid_input', { fields: { add: 'invalid_input' } });
  const checked = await checkProgrammes(context, programmes, add.length);
  if (!checked.ok) return checked;
  const [before, after] = [toText(week.programmes), toText(programmes)];
  if (after === before) return getChannelWeek(context, { id }, operator, record);
  if (!(await writePart(context, { part: toPart(id), rev, before, after, operator }))) return fail('front_changed');
  record(toTrail(week.programmes, programmes));
  return getChannelWeek(context, { id }, operator, record);
};

/** Of a week, in the trail; the changes have the whole. */
const MAX_IN_TRAIL = 50;

function toTrail(before: readonly ProgrammeInput[], after: readonly ProgrammeInput[]) {
  const toLines = (list: readonly ProgrammeInput[]) =>
    list.map(({ day, start, minutes, name_en }) => `${String(day)} ${String(start)} +${String(minutes)} ${name_en}`);
  const [old, next] = [toLines(before), toLines(after)];
  const without = (lines: readonly string[], others: readonly string[]) =>
    lines.filter((line) => !others.includes(line)).slice(0, MAX_IN_TRAIL);
  return { before: without(old, next), after: without(next, old) };
}

/** `added`: how many of them are new. Media and pictures that no programme has are refused: a folder may be that of a film which is sold. */
async function checkProgrammes(
  { db, now }: RequestContext,
  programmes: readonly ProgrammeInput[],
  added: number,
): Promise<Outcome<null, ErrorCode>> {
  const ids = programmes.flatMap(({ title_id: id }) => id ?? []);
  const titles = await readFrontTitles(db, ids, now);
  const keys = JSON.stringify([
    ...new Set(programmes.flatMap(({ media, picture }) => [media ?? [], picture ?? []]).flat()),
  ]);
  const rows = await db.all(sql`SELECT DISTINCT media AS media, picture AS picture FROM programmes
    WHERE media IN (SELECT value FROM json_each(${keys})) OR picture IN (SELECT value FROM json_each(${keys}))`);
  const stored = v.parse(v.array(v.object({ media: v.nullable(v.string()), picture: v.nullable(v.string()) })), rows);
  const [folders, pictures] = [
    new Set(stored.map(({ media }) => media)),
    new Set(stored.map(({ picture }) => picture)),
  ];
  const times = new Map<number, number>();
  const refused: Record<string, ErrorCode> = {};
  for (const programme of programmes)
    times.set(getWeekMinute(programme), (times.get(getWeekMinute(programme)) ?? 0) + 1);
  for (const [at, programme] of programmes.slice(0, added).entries()) {
    const { title_id: id, media, picture } = programme;
    if ((times.get(getWeekMinute(programme)) ?? 0) > 1) refused[`add.${String(at)}`] = 'front_same_time';
    else if (id !== null && !titles.has(id)) refused[`add.${String(at)}`] = 'front_title';
    else if ((media !== null && !folders.has(media)) || (picture !== null && !pictures.has(picture)))
      refused[`add.${String(at)}`] = 'front_media';
  }
  const [first] = Object.values(refused);
  return first === undefined ? ok(null) : fail(first, { fields: refused });
}
