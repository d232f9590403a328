import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { streamId } from '../streams/contract.ts';
import { empty, idInput } from '../titles/contract/shapes.ts';

/** Times are epoch seconds. */
export const liveNow = v.object({
  id: v.number(),
  slug: v.string(),
  name_fa: v.string(),
  name_en: v.string(),
  art: v.nullable(v.string()),
  picture: v.nullish(v.string()), // Of what is on
  now_fa: v.string(),
  now_en: v.string(),
  ends_at: v.number(),
});
export type LiveNow = v.InferOutput<typeof liveNow>;

const channel = v.object({
  ...liveNow.entries,
  synopsis_fa: v.string(),
  synopsis_en: v.string(),
  starts_at: v.nullable(v.number()),
  next_fa: v.string(),
  next_en: v.string(),
  next_at: v.nullable(v.number()),
  /** The stream and its segments come from another host; no programme can be replayed. */
  external: v.boolean(),
});
export type Channel = v.InferOutput<typeof channel>;

export const getChannels = defineCall({
  name: 'getChannels',
  method: 'GET',
  path: '/channels',
  summary: 'Live channels with what is on now and next.',
  access: { caller: 'anyone', session: 'current', kids: 'refused', answer: 'public', database: 'replica' },
  input: empty,
  output: v.object({ data: v.array(channel) }),
});

const guideItem = v.object({
  starts_at: v.number(),
  ends_at: v.number(),
  name_fa: v.string(),
  name_en: v.string(),
  /** A replay is possible from the beginning until a day after the end. */
  again: v.boolean(),
});

export const getGuide = defineCall({
  name: 'getGuide',
  method: 'GET',
  path: '/channels/:slug/guide',
  summary: "A channel's programme of one day by Tehran's clock: yesterday, today or one of the six days after it.",
  access: { caller: 'anyone', session: 'current', kids: 'refused', answer: 'public', database: 'replica' },
  input: v.object({
    slug: v.pipe(v.string(), v.maxLength(60)),
    day: v.optional(v.pipe(v.string(), v.isoDate())),
  }),
  output: v.object({
    data: v.object({
      channel,
      today: v.string(),
      day: v.string(),
      items: v.array(guideItem),
    }),
  }),
});
export type Guide = v.InferOutput<typeof getGuide.output>['data'];

export const getLivePlay = defineCall({
  name: 'getLivePlay',
  method: 'GET',
  path: '/channels/:id/play',
  summary: 'A signed address of what a channel shows, or of one of its programmes from the beginning.',
  access: { caller: 'anyone', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: v.object({
    id: idInput,
    /** Epoch seconds of the programme's start; none: the current programme. */
    from: v.optional(
      v.pipe(v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,10}$/), v.transform(Number))]), v.safeInteger()),
    ),
    /** The stream that plays, so that the new address continues it. */
    stream: v.optional(streamId),
  }),
  output: v.object({
    data: v.object({
      now: v.optional(v.number()), // The server's clock; a provider does not give it
      channel: v.pick(liveNow, ['id', 'slug', 'name_fa', 'name_en']),
      manifest_url: v.string(),
      expires_at: v.number(),
      stream: v.optional(v.nullable(v.string()), null),
      poster_url: v.nullable(v.string()),
      programme: v.nullable(v.omit(guideItem, ['again'])),
      /** When the next programme begins; null where none is known. */
      next_at: v.optional(v.nullable(v.number()), null),
      programmes: v.optional(v.array(v.omit(guideItem, ['again'])), []),
      can_restart: v.boolean(),
      /** Set for a viewer without a subscription on a full-rate network (spec 1.07). */
      fullrate: v.optional(v.nullable(v.object({ operator: v.nullable(v.string()) })), null),
    }),
  }),
});
export type LivePlay = v.InferOutput<typeof getLivePlay.output>['data'];
