import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type * as calls from '../channels-contract.ts';
import type { Database } from '../../../platform/db/client.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { splitNames } from '../../../platform/http/origin/demo.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { receivePicture } from '../../catalogue/server/art/receive-picture.ts';
import { isAllowedSource } from '../../live/playout/source-address.ts';
import type { OperatorService, UploadService } from '../../staff/server/serve-operator.ts';
import { FIRST_DESK_ID } from '../../titles/facts/title-ids.ts';
import { getDeskChannel as getCall } from '../channels-contract.ts';
import { editPart } from './edit-part.ts';
import { readRevision, writePart } from './part-changes.ts';
import type { PartValue } from './part-value.ts';

/** Somebody else makes one at the same moment. */
const MAX_TRIES = 12;
const toPart = (id: number) => `channel:${String(id)}`;

const { rev: _rev, changes: _changes, ...columns } = getCall.output.entries.data.entries;
const channelRow = v.object(columns);
type Channel = v.InferOutput<typeof channelRow>;
type Stored = Omit<Channel, 'id'>;

async function readChannel(db: Database, id: number): Promise<Channel | undefined> {
  const rows = await db.all(sql`SELECT id, slug, name_fa, name_en, synopsis_fa, synopsis_en, stream_url, access, art,
    state FROM channels WHERE id = ${id}`);
  return rows[0] === undefined ? undefined : v.parse(channelRow, rows[0]);
}

const toText = ({ slug, name_fa, name_en, synopsis_fa, synopsis_en, stream_url, access, art, state }: Stored) =>
  JSON.stringify({ slug, name_fa, name_en, synopsis_fa, synopsis_en, stream_url, access, art, state });

export async function readChannelValue({ db }: RequestContext, part: string): Promise<PartValue | null> {
  const channel = await readChannel(db, Number(part.slice('channel:'.length)));
  return channel === undefined ? null : { part, text: toText(channel) };
}

export const getDeskChannel: OperatorService<typeof calls.getDeskChannel> = async ({ db }, { id }) => {
  const channel = await readChannel(db, id);
  if (channel === undefined) return fail('front_channel_unknown');
  return ok({ data: { ...channel, ...(await readRevision(db, toPart(id), toText(channel))) } });
};

/** By the rule of the fetch, so that no channel is saved whose source would be refused. */
const isSourceAllowed = ({ env }: RequestContext, address: string | null) =>
  address === null || isAllowedSource(address, splitNames(env.STREAM_PLAIN_HOSTS));
const refuseSource = () => fail('front_source', { fields: { stream_url: 'front_source' } } as const);

export const createChannel: OperatorService<typeof calls.createChannel> = async (
  context,
  { slug, ...facts },
  operator,
  record,
) => {
  if (!isSourceAllowed(context, facts.stream_url)) return refuseSource();
  const { db } = context;
  const after = toText({ slug, ...facts, art: null, state: 'draft' });
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    // Pages of magazines share the address space of channels.
    const [row] = await db.all(sql`SELECT (SELECT id FROM channels WHERE slug = ${slug}) AS same,
      EXISTS (SELECT 1 FROM magazines WHERE slug = ${slug}) AS is_magazine,
      (SELECT max(${FIRST_DESK_ID}, coalesce(max(id), 0) + 1) FROM channels) AS id`);
    const { same, is_magazine, id } = v.parse(
      v.object({ same: v.nullable(v.number()), is_magazine: v.number(), id: v.number() }),
      row,
    );
    const stored = same === null ? undefined : await readChannel(db, same);
    if (stored !== undefined && toText(stored) === after) {
      record({ subjects: [`front:${toPart(stored.id)}`], after: { id: stored.id, slug, ...facts } });
      return ok({ data: { id: stored.id } });
    }
    if (same !== null || is_magazine === 1) return fail('front_key_used', { fields: { slug: 'front_key_used' } });
    if (!(await writePart(context, { part: toPart(id), rev: 0, before: 'null', after, operator }))) continue;
    record({ subjects: [`front:${toPart(id)}`], after: { id, slug, ...facts } });
    return ok({ data: { id } });
  }
  return fail('front_changed');
};

type Record = Parameters<OperatorService<typeof calls.saveChannel>>[3];
interface Act {
  id: number;
  rev: number;
  operator: string;
  record: Record;
  reason?: string;
}

/** A draft is not hidden: nobody has seen it. A stream has the change within 30 seconds (live/server/playout.ts). */
async function edit(
  context: RequestContext,
  { id, ...act }: Act,
  change: Partial<Stored>,
): ReturnType<typeof getDeskChannel> {
  const before = await readChannel(context.db, id);
  if (before === undefined) return fail('front_channel_unknown');
  const effect = change.state === 'hidden' && before.state === 'draft' ? {} : change;
  const isWritten = await editPart(context, { part: toPart(id), before, change: effect, toText, ...act });
  if (!isWritten) return fail('front_changed');
  return getDeskChannel(context, { id }, act.operator, act.record);
}

export const saveChannel: OperatorService<typeof calls.saveChannel> = async (
  context,
  { id, rev, ...facts },
  operator,
  record,
) =>
  isSourceAllowed(context, facts.stream_url) ? edit(context, { id, rev, operator, record }, facts) : refuseSource();

export const publishChannel: OperatorService<typeof calls.publishChannel> = (context, input, operator, record) =>
  edit(context, { ...input, operator, record }, { state: 'released' });

export const hideChannel: OperatorService<typeof calls.hideChannel> = (context, input, operator, record) =>
  edit(context, { ...input, operator, record }, { state: 'hidden' });

export const removeChannelLogo: OperatorService<typeof calls.removeChannelLogo> = (context, input, operator, record) =>
  edit(context, { ...input, operator, record }, { art: null });

export const uploadChannelLogo: UploadService<typeof calls.uploadChannelLogo> = async (
  context,
  input,
  operator,
  record,
  upload,
) => {
  if ((await readChannel(context.db, input.id)) === undefined) return fail('front_channel_unknown');
  const picture = await receivePicture(context, upload, 'logo');
  return picture.ok ? edit(context, { ...input, operator, record }, { art: picture.value }) : picture;
};
