import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type * as calls from '../issues-contract.ts';
import { PRINT_STATES } from '../../magazines/contract.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { receivePicture } from '../../catalogue/server/art/receive-picture.ts';
import type { OperatorService, UploadService } from '../../staff/server/serve-operator.ts';
import { readMagazine } from './magazines.ts';
import { editPart, type PartAct } from './edit-part.ts';
import { readRevision, writePart } from './part-changes.ts';
import type { PartValue } from './part-value.ts';

const PER_PAGE = 50;
const MAX_GAPS = 100;

interface Key {
  /** Of the magazine. */
  id: number;
  number: number;
}
const toPart = ({ id, number }: Key) => `issue:${String(id)}/${String(number)}`;

const issueRows = v.array(
  v.object({
    ...{ magazine_id: v.number(), number: v.number(), date: v.string(), name_fa: v.string(), name_en: v.string() },
    ...{ art: v.nullable(v.string()), state: v.picklist(PRINT_STATES), starts_at: v.nullable(v.number()) },
  }),
);
type Issue = v.InferOutput<typeof issueRows>[number];

const COLUMNS = sql`magazine_id, number, date, name_fa, name_en, art, state, starts_at`;

async function readIssue({ db }: Pick<RequestContext, 'db'>, { id, number }: Key): Promise<Issue | undefined> {
  const rows = await db.all(sql`SELECT ${COLUMNS} FROM issues WHERE magazine_id = ${id} AND number = ${number}`);
  return v.parse(issueRows, rows)[0];
}

const toText = ({ magazine_id, number, date, name_fa, name_en, art, state, starts_at }: Issue) =>
  JSON.stringify({ magazine_id, number, date, name_fa, name_en, art, state, starts_at });

export async function readIssueValue(context: RequestContext, part: string): Promise<PartValue | null> {
  const [id = 0, number = 0] = part.slice('issue:'.length).split('/').map(Number);
  const issue = await readIssue(context, { id, number });
  return issue === undefined ? null : { part, text: toText(issue) };
}

/** As visitors have it at `now`, epoch seconds. */
const toListed = (issue: Issue, now: number) => ({
  ...issue,
  state: issue.state === 'released' && (issue.starts_at ?? 0) > now ? ('scheduled' as const) : issue.state,
});

export const listDeskIssues: OperatorService<typeof calls.listDeskIssues> = async (
  { db, now },
  { id, before = Number.MAX_SAFE_INTEGER },
) => {
  const rows = v.parse(
    issueRows,
    await db.all(sql`SELECT ${COLUMNS} FROM issues WHERE magazine_id = ${id} AND number < ${before}
      ORDER BY number DESC LIMIT ${PER_PAGE}`),
  );
  const gaps = v.parse(
    v.array(v.object({ from: v.number(), to: v.number() })),
    await db.all(sql`SELECT number + 1 AS "from", following - 1 AS "to" FROM (
        SELECT number, lead(number) OVER (ORDER BY number) AS following FROM issues WHERE magazine_id = ${id})
      WHERE following > number + 1 ORDER BY number DESC LIMIT ${MAX_GAPS}`),
  );
  const [newest] = await db.all(sql`SELECT max(number) AS newest FROM issues WHERE magazine_id = ${id}`);
  const last = rows.length === PER_PAGE ? rows.at(-1) : undefined;
  return ok({
    data: rows.map((row) => toListed(row, now)),
    next: last?.number ?? null,
    gaps,
    ...v.parse(v.object({ newest: v.nullable(v.number()) }), newest),
  });
};

export const getDeskIssue: OperatorService<typeof calls.getDeskIssue> = async (context, key) => {
  const issue = await readIssue(context, key);
  if (issue === undefined) return fail('front_issue_unknown');
  const revision = await readRevision(context.db, toPart(key), toText(issue));
  return ok({ data: { ...toListed(issue, context.now), ...revision } });
};

export const createIssue: OperatorService<typeof calls.createIssue> = async (
  context,
  { id, number, ...facts },
  operator,
  record,
) => {
  const magazine = await readMagazine(context, id);
  if (magazine === undefined) return fail('front_magazine_unknown');
  if (magazine.kind === 'studio') return fail('front_studio');
  const key = { id, number };
  const after = toText({ magazine_id: id, number, ...facts, art: null, state: 'draft', starts_at: null });
  const isThere = (await readIssue(context, key)) !== undefined;
  if (isThere || !(await writePart(context, { part: toPart(key), rev: 0, before: 'null', after, operator }))) {
    const issue = await readIssue(context, key);
    const isRepeated = issue !== undefined && toText(issue) === after;
    if (!isRepeated) return fail('front_issue_taken', { fields: { number: 'front_issue_taken' } });
  } else record({ subjects: [`front:${toPart(key)}`], after: { ...key, ...facts } });
  return getDeskIssue(context, key, operator, record);
};

async function edit(
  context: RequestContext,
  { id, number, ...act }: PartAct & Key,
  change: Partial<Issue>,
): ReturnType<typeof getDeskIssue> {
  const key = { id, number };
  const before = await readIssue(context, key);
  if (before === undefined) return fail('front_issue_unknown');
  const effect = change.state === 'hidden' && before.state === 'draft' ? {} : change;
  const isWritten = await editPart(context, { part: toPart(key), before, change: effect, toText, ...act });
  return isWritten ? getDeskIssue(context, key, act.operator, act.record) : fail('front_changed');
}

export const saveIssue: OperatorService<typeof calls.saveIssue> = (
  context,
  { id, number, rev, ...facts },
  operator,
  record,
) => edit(context, { id, number, rev, operator, record }, facts);

export const publishIssue: OperatorService<typeof calls.publishIssue> = (
  context,
  { starts_at: at, ...input },
  operator,
  record,
) => {
  const startsAt = at !== null && at > context.now ? at : null;
  return edit(context, { ...input, operator, record }, { state: 'released', starts_at: startsAt });
};

export const hideIssue: OperatorService<typeof calls.hideIssue> = (context, input, operator, record) =>
  edit(context, { ...input, operator, record }, { state: 'hidden', starts_at: null });

export const removeIssueCover: OperatorService<typeof calls.removeIssueCover> = (context, input, operator, record) =>
  edit(context, { ...input, operator, record }, { art: null });

export const uploadIssueCover: UploadService<typeof calls.uploadIssueCover> = async (
  context,
  input,
  operator,
  record,
  upload,
) => {
  if ((await readIssue(context, input)) === undefined) return fail('front_issue_unknown');
  const picture = await receivePicture(context, upload, 'cover');
  return picture.ok ? edit(context, { ...input, operator, record }, { art: picture.value }) : picture;
};
