import type { GuestEntitlement } from '../../features/entitlement/contract.ts';
import type { Input, Output } from '../../platform/http/calls/call.ts';
import type { EntitlementAnswer, getCart as cartCall } from '../../features/paywall/contract.ts';
import type { renewPlay as renewCall } from '../../features/playback/contract.ts';
import { DEFAULT_FULLRATE_MESSAGE } from '../../platform/config/constants.ts';
import { getVariant } from '../../platform/config/variants.ts';
import { numericReferrer } from '../../platform/text/referral-code.ts';
import { canPlay, type PlayState } from '../../features/entitlement/entitlement.ts';
import type { AccessKind, ReleaseState, TitleKind } from '../../platform/kinds.ts';
import { send, type ProviderContext } from './context.ts';
import { isForPeople } from './failure.ts';
import { hasDownloads, readDownload, sellsDownloads } from './downloads.ts';
import { putDownloads, putScreening } from './memory.ts';
import { readPicture } from './pictures.ts';
import { readCount, readFields, readFlag, readId, readList, readText, readUrl, unwrap, type Fields } from './read.ts';
import { getStreamUrl, isStreamUrl } from './settings.ts';
import { SPEC } from './spec-calls.ts';

/** The cart of section 7 (3.15). Missing fields deny. */

const SECONDS_OF_STREAM = 6 * 60 * 60;

/** Spec 4.26. */
export function hasVariantSubscription({ env, host }: Pick<ProviderContext, 'env' | 'host'>): boolean {
  return getVariant(env, host).givesSubscription;
}

/** A cart without a subscription field needs one. */
function readState(fields: Fields): PlayState {
  const screening = readFields(fields['screening']);
  if (readFlag(fields, 'presale') === true) return 'presale';
  if (readFlag(fields, 'show_free') === true) return 'free';
  if (readFlag(screening, 'ekran_owned') === true || readText(fields, 'pass') !== null) return 'owned';
  const needsSubscription = readFlag(readFields(fields['fullrate_data']), 'show_subscription');
  const isSold = readFlag(fields, 'show_buy') === true;
  if (readFlag(screening, 'ekran') === true) return 'needs_ticket';
  if (needsSubscription === true) return 'needs_subscription';
  if (isSold) return readPrice(fields) === null && sellsDownloads(fields) ? 'download_only' : 'needs_purchase';
  return needsSubscription === false ? 'subscribed' : 'needs_subscription';
}

export function readOffer(fields: Fields): {
  offer: GuestEntitlement;
  access: AccessKind | null;
  release: ReleaseState | null;
  releaseDate: string | null;
} {
  const state = readState(fields);
  const offer: GuestEntitlement = {
    state: state === 'subscribed' ? 'needs_subscription' : state, // A guest has no subscription
    show_buy: readFlag(fields, 'show_buy') === true,
    show_free: state === 'free',
    price: state === 'needs_purchase' || state === 'needs_ticket' ? readPrice(fields) : null,
    screening: null,
    downloads: hasDownloads(fields),
  };
  return {
    offer,
    access: state === 'free' || state === 'download_only' ? state : null,
    release: state === 'presale' ? 'presale' : null,
    releaseDate: readDate(fields, 'presale_date')?.slice(0, 10) ?? null,
  };
}

function readPrice(fields: Fields): number | null {
  return readCount(fields, 'price', 'amount', 'toman');
}

type CartInput = Input<typeof cartCall>;

/** Spec 7.20, 7.21. */
export async function loadCart(
  context: ProviderContext,
  input: CartInput,
  isGuest: boolean,
): Promise<Output<typeof cartCall>> {
  const request = {
    id: Number(input.id),
    type: input.type,
    quality: input.quality,
    force_to_buy: input.force_to_buy === true || input.force_to_buy === 1,
    ref: numericReferrer(input.ref),
  };
  const call = isGuest ? SPEC.ghostCart(request) : SPEC.cart(request);
  const code = request.force_to_buy ? 'payment_unconfirmed' : 'cart_title_unknown';
  const body = await send(context, call, { code });
  return { data: { data: readCart(context, readFields(unwrap(body)), { kind: input.type, id: request.id }) } };
}

/** The address of a title's media from another cart: section 7 has no smaller call. */
export async function renewPlay(
  context: ProviderContext,
  { kind, id }: Input<typeof renewCall>,
): Promise<Output<typeof renewCall>> {
  const { play } = (await loadCart(context, { id, type: kind, force_to_buy: 0 }, !context.isSignedIn)).data.data;
  return {
    data: play && { manifest_url: play.manifest_url, expires_at: play.expires_at, now: play.now ?? null },
  };
}

function readCart(context: ProviderContext, fields: Fields, title: { kind: TitleKind; id: number }): EntitlementAnswer {
  const screening = readFields(fields['screening']);
  const fullrate = readFields(fields['fullrate_data']);
  const isGiven = hasVariantSubscription(context);
  const read = readState(fields);
  const state = read === 'needs_subscription' && isGiven ? 'subscribed' : read;
  const stream = canPlay(state) ? findStream(context, fields, title) : null;
  const downloads = readList(fields['downloads']).flatMap((download) => readDownload(context, download, title) ?? []);
  putDownloads(
    context,
    title,
    downloads.map(({ id }) => id),
  );
  const screeningId = readId(screening, 'ekran_id');
  if (screeningId !== null) putScreening(context, title, screeningId);
  const notes = Array.isArray(fields['notes']) ? readList(fields['notes']) : [fields['notes']];
  return {
    state: canPlay(state) && stream === null ? 'download_only' : state,
    downloads,
    presale: state === 'presale',
    presale_date: readDate(fields, 'presale_date')?.slice(0, 10) ?? null,
    over: false,
    pass: readText(fields, 'pass'),
    title_poster: readPicture(context.env, fields),
    screening: {
      ekran: readFlag(screening, 'ekran') ?? false,
      ekran_start: null,
      ekran_period_end: readDate(screening, 'ekran_period_end'),
      ekran_hour: readCount(screening, 'ekran_hour'),
      ekran_owned: readFlag(screening, 'ekran_owned') ?? false,
      owned_period_end: readDate(screening, 'owned_period_end'),
      ekran_id: screeningId,
    },
    ussd: /^\*[\d*]{2,30}#$/.exec(readText(fields, 'ussd') ?? '')?.[0] ?? null,
    fullrate_data: {
      message: readText(fullrate, 'message') ?? DEFAULT_FULLRATE_MESSAGE,
      show_download: readFlag(fullrate, 'show_download') ?? false,
      show_subscription: state === 'needs_subscription',
      title: readTitles(fullrate['title']),
    },
    show_free: state === 'free',
    show_buy: readFlag(fields, 'show_buy') ?? false,
    price: readPrice(fields),
    notes: notes.filter((note): note is string => typeof note === 'string' && isForPeople(note)),
    play: stream === null ? null : toPlay(stream, readPicture(context.env, fields, 'backdrop')),
    billing: { operator: null, rate: 'unknown', certain: false, fullrate_note: false, fullrate_operators: null },
  };
}

function findStream(
  { env }: ProviderContext,
  fields: Fields,
  { kind, id }: { kind: TitleKind; id: number },
): string | null {
  const stream =
    readUrl(readFields(fields['play']), 'manifest_url', 'url') ?? readUrl(fields, 'manifest_url', 'stream_url');
  if (stream !== null && isStreamUrl(stream)) return stream;
  return getStreamUrl(env, { type: kind, id, pass: readText(fields, 'pass') ?? '' });
}

function toPlay(stream: string, poster: string | null): EntitlementAnswer['play'] {
  return {
    manifest_url: stream,
    expires_at: Math.floor(Date.now() / 1000) + SECONDS_OF_STREAM,
    stream: null,
    offline_until: null,
    protected: false,
    renditions: [],
    audio_bandwidth: null,
    storyboard_url: '',
    poster_url: poster,
    demo: false,
    subtitles: [],
    playing: null,
    next: null,
    markers: [],
    progress: null,
    now: Math.floor(Date.now() / 1000),
  };
}

export function readTitles(value: unknown): { fa: string; en: string } {
  const fields = typeof value === 'string' ? { fa: value } : readFields(value);
  const persian = readText(fields, 'fa') ?? '';
  return { fa: persian, en: readText(fields, 'en') ?? persian };
}

function readDate(fields: Fields, name: string): string | null {
  const seconds = readCount(fields, name);
  const time = seconds !== null && seconds > 1_000_000_000 ? seconds * 1000 : Date.parse(readText(fields, name) ?? '');
  return Number.isFinite(time) && time > 0 && time < 8e15 ? new Date(time).toISOString() : null;
}
