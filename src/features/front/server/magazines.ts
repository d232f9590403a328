import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type * as calls from '../magazines-contract.ts';
import type { Database } from '../../../platform/db/client.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { receivePicture } from '../../catalogue/server/art/receive-picture.ts';
import { selectCover } from '../../magazines/server/shown.ts';
import type { OperatorService, UploadService } from '../../staff/server/serve-operator.ts';
import { getDeskMagazine as getCall } from '../magazines-contract.ts';
import { createPart } from './create-part.ts';
import { editPart, type PartAct } from './edit-part.ts';
import { readRevision } from './part-changes.ts';
import type { PartValue } from './part-value.ts';

const PER_PAGE = 50;
const toPart = (id: number) => `magazine:${String(id)}`;

const { rev: _rev, changes: _changes, ...columns } = getCall.output.entries.data.entries;
const magazineRows = v.array(v.object(columns));
type Magazine = v.InferOutput<typeof magazineRows>[number];

const selectColumns = (now: number) => sql`id, slug, kind, title, title_en, synopsis_fa, synopsis_en, art, state,
  ${selectCover(now)} AS cover, (SELECT count(*) FROM issues i WHERE i.magazine_id = magazines.id) AS issues`;

export async function readMagazine(
  { db, now }: { db: Database; now: number },
  id: number,
): Promise<Magazine | undefined> {
  const rows = await db.all(sql`SELECT ${selectColumns(now)} FROM magazines WHERE id = ${id}`);
  return v.parse(magazineRows, rows)[0];
}

type Stored = Pick<Magazine, 'slug' | 'kind' | 'art' | 'state'> & calls.MagazineTexts;

const toText = ({ slug, kind, title, title_en, synopsis_fa, synopsis_en, art, state }: Stored) =>
  JSON.stringify({ slug, kind, title, title_en, synopsis_fa, synopsis_en, art, state });

export async function readMagazineValue(context: RequestContext, part: string): Promise<PartValue | null> {
  const magazine = await readMagazine(context, Number(part.slice('magazine:'.length)));
  return magazine === undefined ? null : { part, text: toText(magazine) };
}

export const listDeskMagazines: OperatorService<typeof calls.listDeskMagazines> = async (
  { db, now },
  { before = Number.MAX_SAFE_INTEGER },
) => {
  const query = sql`SELECT ${selectColumns(now)} FROM magazines WHERE id < ${before} ORDER BY id DESC LIMIT ${PER_PAGE}`;
  const rows = v.parse(magazineRows, await db.all(query));
  const last = rows.length === PER_PAGE ? rows.at(-1) : undefined;
  return ok({ data: rows, next: last?.id ?? null });
};

export const getDeskMagazine: OperatorService<typeof calls.getDeskMagazine> = async (context, { id }) => {
  const magazine = await readMagazine(context, id);
  if (magazine === undefined) return fail('front_magazine_unknown');
  return ok({ data: { ...magazine, ...(await readRevision(context.db, toPart(id), toText(magazine))) } });
};

export const createMagazine: OperatorService<typeof calls.createMagazine> = (context, texts, operator, record) => {
  const after = toText({ kind: 'magazine', ...texts, art: null, state: 'draft' });
  const act = { toPart, readValue: readMagazineValue, facts: texts, after, operator, record };
  return createPart(context, { table: 'magazines', ...act });
};

async function edit(
  context: RequestContext,
  { id, ...act }: PartAct,
  change: Partial<Stored>,
): ReturnType<typeof getDeskMagazine> {
  const before = await readMagazine(context, id);
  if (before === undefined) return fail('front_magazine_unknown');
  const isHidden = change.state === 'hidden';
  if (isHidden && before.kind !== 'magazine') return fail('front_magazine_fixed');
  const effect = isHidden && before.state === 'draft' ? {} : change;
  const isWritten = await editPart(context, { part: toPart(id), before, change: effect, toText, ...act });
  return isWritten ? getDeskMagazine(context, { id }, act.operator, act.record) : fail('front_changed');
}

export const saveMagazine: OperatorService<typeof calls.saveMagazine> = (
  context,
  { id, rev, ...texts },
  operator,
  record,
) => edit(context, { id, rev, operator, record }, texts);

export const publishMagazine: OperatorService<typeof calls.publishMagazine> = (context, input, operator, record) =>
  edit(context, { ...input, operator, record }, { state: 'released' });

export const hideMagazine: OperatorService<typeof calls.hideMagazine> = (context, input, operator, record) =>
  edit(context, { ...input, operator, record }, { state: 'hidden' });

export const removeMagazineCover: OperatorService<typeof calls.removeMagazineCover> = (
  context,
  input,
  operator,
  record,
) => edit(context, { ...input, operator, record }, { art: null });

export const uploadMagazineCover: UploadService<typeof calls.uploadMagazineCover> = async (
  context,
  input,
  operator,
  record,
  upload,
) => {
  if ((await readMagazine(context, input.id)) === undefined) return fail('front_magazine_unknown');
  const picture = await receivePicture(context, upload, 'cover');
  return picture.ok ? edit(context, { ...input, operator, record }, { art: picture.value }) : picture;
};
