import * as v from 'valibot';
import { TITLE_KINDS } from '../../platform/kinds.ts';
import { PLAY_STATES } from '../entitlement/entitlement.ts';
import { MARKER_KINDS } from '../titles/markers.ts';
import { defineCall } from '../../platform/http/calls/call.ts';
import { download } from '../downloads/contract.ts';
import { progressState } from '../progress/contract.ts';
import { CART_PATH, GHOST_CART_PATH } from '../watch-options/entitlement-request.ts';
import { idInput, refInput } from '../titles/contract/shapes.ts';

const flag = v.optional(v.union([v.boolean(), v.picklist([0, 1])]), false);

const entitlementInput = v.object({
  id: idInput,
  type: v.picklist(TITLE_KINDS),
  quality: v.optional(v.pipe(v.string(), v.maxLength(16))),
  force_to_buy: flag,
  ref: refInput,
});

const playing = v.object({
  kind: v.picklist(TITLE_KINDS),
  id: v.number(),
  name_fa: v.string(),
  name_en: v.string(),
});
export type Playing = v.InferOutput<typeof playing>;

/** Spec 3.15, plus `state` and a manifest for the player. */
const entitlementAnswer = v.object({
  state: v.picklist(PLAY_STATES),
  downloads: v.array(download),
  presale: v.boolean(),
  presale_date: v.nullable(v.string()),
  /** Its last day has passed. */
  over: v.optional(v.boolean(), false),
  pass: v.nullable(v.string()),
  /** The codes of its countries (empty: all) and whether networks limit it; absent for a title that plays everywhere. */
  area: v.nullish(v.object({ countries: v.array(v.string()), has_networks: v.boolean() })),
  title_poster: v.nullable(v.string()),
  screening: v.object({
    ekran: v.boolean(),
    ekran_start: v.nullable(v.string()),
    ekran_period_end: v.nullable(v.string()),
    ekran_hour: v.nullable(v.number()),
    ekran_owned: v.boolean(),
    owned_period_end: v.nullable(v.string()),
    ekran_id: v.nullable(v.number()),
  }),
  ussd: v.nullable(v.string()),
  fullrate_data: v.object({
    message: v.string(),
    show_download: v.boolean(),
    show_subscription: v.boolean(),
    title: v.object({ fa: v.string(), en: v.string() }),
  }),
  show_free: v.boolean(),
  show_buy: v.boolean(),
  /** Toman before VAT; null where not sold. */
  price: v.nullable(v.number()),
  notes: v.array(v.string()),
  play: v.nullable(
    v.object({
      manifest_url: v.string(),
      /** Epoch seconds; a new cart gives fresh addresses of the same files. */
      expires_at: v.number(),
      /** The player holds it by `holdStream`; null where streams are not limited. */
      stream: v.optional(v.nullable(v.string()), null),
      /** Epoch seconds; null where it may not be saved. */
      offline_until: v.optional(v.nullable(v.number()), null),
      /** It plays by a licence (`getLicence`), here only. */
      protected: v.optional(v.boolean(), false),
      /** By height in pixels, lowest first; average bits per second with sound. */
      renditions: v.array(v.object({ height: v.number(), bandwidth: v.number() })),
      /** Bits per second; null without a sound-only rendition. */
      audio_bandwidth: v.nullable(v.number()),
      storyboard_url: v.string(),
      poster_url: v.nullable(v.string()),
      demo: v.boolean(),
      subtitles: v.array(v.object({ lang: v.string(), url: v.string() })),
      /** Of a series: the episode to continue with. A provider may send null. */
      playing: v.optional(v.nullable(playing), null),
      next: v.optional(v.nullable(playing), null),
      /** Seconds from the beginning. */
      markers: v.optional(
        v.array(v.object({ kind: v.picklist(MARKER_KINDS), starts: v.number(), ends: v.number() })),
        [],
      ),
      /** As progress/progress.ts keeps it; null for a guest. */
      progress: v.optional(v.nullable(progressState), null),
      /** The server's clock, epoch seconds. */
      now: v.optional(v.nullable(v.number()), null),
    }),
  ),
  /** A hint by the viewer's network (spec 1.06, 1.07). */
  billing: v.object({
    /** In the viewer's language (spec 1.09); null for an unknown network. */
    operator: v.nullable(v.string()),
    rate: v.picklist(['half', 'full', 'unknown']),
    certain: v.literal(false),
    /** Some operators' subscribers may watch without a subscription, at full rate (spec 1.08). */
    fullrate_note: v.optional(v.boolean(), false),
    /** In the viewer's language (spec 1.09). */
    fullrate_operators: v.optional(v.nullable(v.string()), null),
  }),
});
export type EntitlementAnswer = v.InferOutput<typeof entitlementAnswer>;

const output = v.object({ data: v.object({ data: entitlementAnswer }) });

/** Spec 7.20. */
export const getCart = defineCall({
  name: 'getCart',
  method: 'POST',
  path: CART_PATH,
  summary: 'What the signed-in viewer may do with a title, and how (spec 7.20, 3.15).',
  access: { caller: 'user', session: 'current', kids: 'allowed', address: 'optional', cookie: 'none' },
  input: entitlementInput,
  output,
});

/** Spec 7.21. */
export const getGhostCart = defineCall({
  name: 'getGhostCart',
  method: 'POST',
  path: GHOST_CART_PATH,
  summary: 'The same for an anonymous visitor (spec 7.21).',
  access: { caller: 'anyone', session: 'current', kids: 'allowed', address: 'optional', cookie: 'guest' },
  input: entitlementInput,
  output,
});
