import { and, eq, sql } from 'drizzle-orm';
import { DEFAULT_FULLRATE_MESSAGE, VAT_PERCENT } from '../../../config/constants.ts';
import type { Output } from '../../../contract/call.ts';
import type { Cart, getCart as call } from '../../../contract/cart.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { entitlement, mayPlay } from '../../../domain/entitlement.ts';
import type { TitleKind } from '../../../domain/kinds.ts';
import { offlineUntil } from '../../../domain/offline-licence.ts';
import { fail, ok, type Outcome } from '../../../domain/outcome.ts';
import { paths } from '../../../domain/paths.ts';
import { dialCode } from '../../../domain/ussd.ts';
import { titlePrices } from '../../db/money-schema.ts';
import { titles } from '../../db/schema.ts';
import { screenings } from '../../db/screenings.ts';
import type { RequestContext } from '../../lib/context.ts';
import { getAppDetails } from '../app/details.ts';
import { withinAge } from '../catalogue/filters.ts';
import { billingHint } from '../playback/billing.ts';
import { playback } from '../playback/play.ts';
import { watching } from '../playback/watching.ts';
import { screeningOf } from '../screenings/of-title.ts';
import { screeningView } from '../screenings/view.ts';
import { isSubscribed } from '../auth/user-view.ts';
import { downloadOffers } from './download-offers.ts';
import { factsOf, ownedIn } from './entitlement-facts.ts';
import { notesOf } from './notes.ts';
import { priceOf } from './offer.ts';

const POSTER_WIDTH = 300;

/** What the viewer may do with a title (spec 3.15). No such title is `cart_title_unknown`, a 400 (spec 8.15). */
export async function getCart(
  context: RequestContext,
  { id, type }: { id: number; type: TitleKind },
): Promise<Outcome<Output<typeof call>, ErrorCode>> {
  const { now, user, locale } = context;
  const title = await findTitle(context, type, id, user?.id ?? 0);
  if (!title) return fail('cart_title_unknown');
  const subscribed = isSubscribed(context);
  const facts = factsOf(title, subscribed, now);
  const { state, show_buy, show_free } = entitlement(facts);
  const poster = title.art === null ? null : paths.image(title.art, POSTER_WIDTH);
  const downloads = title.release === 'released' ? await downloadOffers(context, id) : [];
  const { title_pass, ticket_ends } = title;
  const licence = offlineUntil({
    ...{ state, now, subscribedUntil: user?.subscribedUntil ?? 0 },
    ticketUntil: title_pass === null ? ticket_ends : null,
  });
  const cart: Cart = {
    state,
    downloads,
    presale: state === 'presale',
    presale_date: state === 'presale' ? title.release_date : null,
    pass: title.title_pass ?? title.ticket_pass,
    title_poster: poster,
    screening: screeningView(title.screening, facts, title.ticket_ends, now),
    ussd: await dialled(context, downloads[0]?.id),
    fullrate_data: {
      message: DEFAULT_FULLRATE_MESSAGE,
      show_download: downloads.length > 0,
      show_subscription: state === 'needs_subscription',
      title: { fa: title.name_fa, en: title.name_en },
    },
    show_free,
    show_buy,
    price: priceOf(title.price, title.screening, { state, show_buy, show_free }),
    notes: notesOf(locale, state, title.screening, show_buy ? VAT_PERCENT : null),
    play: mayPlay(state) ? await play(context, type, id, poster, licence) : null,
    billing: billingHint(context),
  };
  return ok({ data: { data: cart } });
}

/** Everything the player needs of a title, or of the episode of a series to go on with; null where nothing plays. */
async function play(
  context: RequestContext,
  kind: TitleKind,
  id: number,
  poster: string | null,
  licence: number,
): Promise<Cart['play']> {
  const found = await watching(context, kind, id);
  const media = found && (await playback(context, found.media, poster));
  return media && { ...media, ...found.facts, offline_until: licence };
}

/** An episode is as free, as released and as owned as its series. */
async function findTitle({ db, now, maxAge }: RequestContext, kind: TitleKind, id: number, userId: number) {
  const [title] = await db
    .select({
      name_fa: titles.nameFa,
      name_en: titles.nameEn,
      access: titles.access,
      release: titles.release,
      release_date: titles.releaseDate,
      art: titles.art,
      price: titlePrices,
      screening: screenings,
      ...ownedIn(sql`${userId}`, now),
      ticket_ends: sql<number | null>`(SELECT max(o.ends_at) FROM purchases o
        WHERE o.user_id = ${userId} AND o.title_id = titles.id AND o.kind = 'screening')`,
    })
    .from(titles)
    .leftJoin(titlePrices, sql`${titlePrices.titleId} IN (titles.id, titles.series_id)`)
    .leftJoin(screenings, screeningOf(sql`${userId}`, now))
    .where(and(eq(titles.id, id), eq(titles.kind, kind), ...withinAge(maxAge)));
  return title;
}

/** The code to dial for a download (spec 2.10, 3.15); null for a guest, and where the site has no dial codes. */
async function dialled(context: RequestContext, file: number | undefined): Promise<string | null> {
  const { user } = context;
  if (!user || file === undefined) return null;
  const details = await getAppDetails(context);
  const prefix = details.ok ? details.value.data.data.ussd_prefix : '';
  return prefix === '' ? null : dialCode(prefix, { file: String(file), user: String(user.id), pack: null });
}
