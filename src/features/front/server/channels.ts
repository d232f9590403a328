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
import { getDeskChannel as getCall } from '../channels-contract.ts';
import { createPart } from './create-part.ts';
import { editPart, type PartAct } from './edit-part.ts';
import { readRevision } from './part-changes.ts';
import type { PartValue } from './part-value.ts';

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

export const createChannel: OperatorService<typeof calls.createChannel> = async (context, facts, operator, record) => {
  if (!isSourceAllowed(context, facts.stream_url)) return refuseSource();
  const after = toText({ ...facts, art: null, state: 'draft' });
  return createPart(context, {
    table: 'channels',
    toPart,
    readValue: readChannelValue,
    facts,
    after,
    operator,
    record,
  });
};

/** A draft is not hidden: nobody has seen it. A stream has the change within 30 seconds (live/server/playout.ts). */
async function edit(
  context: RequestContext,
  { id, ...act }: PartAct,
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
