import * as v from 'valibot';
import { TITLE_KINDS } from '../../platform/kinds.ts';
import { PLAY_STATES } from '../entitlement/entitlement.ts';
import { MARKER_KINDS } from '../titles/markers.ts';
import { defineCall } from '../../platform/http/call.ts';
import { download } from '../downloads/contract.ts';
import { progressState } from '../progress/contract.ts';
import { CART_PATH, GHOST_CART_PATH } from './cart-request.ts';
import { idInput, refInput } from '../titles/contract/shapes.ts';

const flag = v.optional(v.union([v.boolean(), v.picklist([0, 1])]), false);

const cartInput = v.object({
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

/** Spec 3.15, and beside it what the player needs: `state`, and a manifest where the viewer may play. */
const cart = v.object({
  state: v.picklist(PLAY_STATES),
  /** Of a series: those of its episodes. */
  downloads: v.array(download),
  presale: v.boolean(),
  presale_date: v.nullable(v.string()),
  /** The payment by which the viewer owns the title or a ticket; null for none. */
  pass: v.nullable(v.string()),
  title_poster: v.nullable(v.string()),
  screening: v.object({
    /** Whether there is one, upcoming, open, or still owned. */
    ekran: v.boolean(),
    /** ISO instants, as are the others: when it begins, and when it ends. */
    ekran_start: v.nullable(v.string()),
    ekran_period_end: v.nullable(v.string()),
    /** The hour of the day in Tehran at which it begins. */
    ekran_hour: v.nullable(v.number()),
    ekran_owned: v.boolean(),
    /** Until when a ticket of the viewer is good. */
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
  /** What buying the title or a ticket costs, in toman before VAT; null where it is not sold. */
  price: v.nullable(v.number()),
  notes: v.array(v.string()),
  play: v.nullable(
    v.object({
      manifest_url: v.string(),
      /** Epoch seconds; before that, another cart gives fresh addresses of the same files. */
      expires_at: v.number(),
      /** Until when it may be kept in the browser (epoch seconds); null where it may not. */
      offline_until: v.optional(v.nullable(v.number()), null),
      /** By height in pixels, lowest first; bits per second with sound, on average. */
      renditions: v.array(v.object({ height: v.number(), bandwidth: v.number() })),
      /** Bits per second of the sound alone; null where it cannot be had alone. */
      audio_bandwidth: v.nullable(v.number()),
      storyboard_url: v.string(),
      poster_url: v.nullable(v.string()),
      demo: v.boolean(),
      subtitles: v.array(v.object({ lang: v.string(), url: v.string() })),
      /** What plays: of a series, the episode to go on with. Null where a provider does not say. */
      playing: v.optional(v.nullable(playing), null),
      /** The episode after it; null for none. */
      next: v.optional(v.nullable(playing), null),
      /** What of it can be passed over, in seconds from its beginning. */
      markers: v.optional(
        v.array(v.object({ kind: v.picklist(MARKER_KINDS), starts: v.number(), ends: v.number() })),
        [],
      ),
      /** How far the viewer has come with it, as progress/progress.ts keeps it; null for a guest, and where it was not begun. */
      progress: v.optional(v.nullable(progressState), null),
      /** The server's clock, by which all moments here are: epoch seconds. */
      now: v.optional(v.nullable(v.number()), null),
    }),
  ),
  /** How the viewer's network probably bills the data (spec 1.06, 1.07): a hint by the network asked from. */
  billing: v.object({
    /** The operator in the viewer's language (spec 1.09); null where the network is none that we know. */
    operator: v.nullable(v.string()),
    rate: v.picklist(['half', 'full', 'unknown']),
    certain: v.literal(false),
    /** Whether it is said that certain operators’ subscribers may watch without a subscription, at full rate (spec 1.08). */
    fullrate_note: v.optional(v.boolean(), false),
    /** Whose subscribers these are, in the viewer's language (spec 1.09); null where it is not known. */
    fullrate_operators: v.optional(v.nullable(v.string()), null),
  }),
});
export type EntitlementAnswer = v.InferOutput<typeof cart>;

const output = v.object({ data: v.object({ data: cart }) });

/** Spec 7.20. */
export const getCart = defineCall({
  name: 'getCart',
  method: 'POST',
  path: CART_PATH,
  summary: 'What the signed-in viewer may do with a title, and how (spec 7.20, 3.15).',
  auth: true,
  input: cartInput,
  output,
});

/** Spec 7.21. */
export const getGhostCart = defineCall({
  name: 'getGhostCart',
  method: 'POST',
  path: GHOST_CART_PATH,
  summary: 'The same for an anonymous visitor (spec 7.21).',
  input: cartInput,
  output,
});
