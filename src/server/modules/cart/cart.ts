import { and, eq, sql } from 'drizzle-orm';
import { DEFAULT_FULLRATE_MESSAGE } from '../../../config/constants.ts';
import type { Output } from '../../../contract/call.ts';
import type { getCart as call } from '../../../contract/cart.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { mayPlay, playState, type PlayState } from '../../../domain/entitlement.ts';
import type { TitleKind } from '../../../domain/kinds.ts';
import { fail, ok, type Outcome } from '../../../domain/outcome.ts';
import { paths } from '../../../domain/paths.ts';
import { titles } from '../../db/schema.ts';
import type { RequestContext } from '../../lib/context.ts';
import { withinAge } from '../catalogue/filters.ts';
import { playback } from '../playback/play.ts';
import { screeningFacts } from '../screenings/facts.ts';
import { isSubscribed } from '../auth/user-view.ts';

const POSTER_WIDTH = 300;

/** What the viewer may do with a title (spec 3.15). No such title is `cart_title_unknown`, a 400 (spec 8.15). */
export async function getCart(
  context: RequestContext,
  { id, type }: { id: number; type: TitleKind },
): Promise<Outcome<Output<typeof call>, ErrorCode>> {
  const title = await findTitle(context, type, id);
  if (!title) return fail('cart_title_unknown');
  const screening = await screeningFacts(context, id);
  const state = playState({ release: title.release, access: title.access, subscribed: isSubscribed(context) });
  const poster = title.art === null ? null : paths.image(title.art, POSTER_WIDTH);
  return ok({
    data: {
      data: {
        state,
        ...offers(state, title),
        screening,
        title_poster: poster,
        play: mayPlay(state) && title.media !== null ? await playback(context, title.media, poster) : null,
      },
    },
  });
}

type CartTitle = NonNullable<Awaited<ReturnType<typeof findTitle>>>;

/** A series plays its first episode; an episode is as free and as released as its series. */
async function findTitle({ db, maxAge }: RequestContext, kind: TitleKind, id: number) {
  const [title] = await db
    .select({
      name_fa: titles.nameFa,
      name_en: titles.nameEn,
      access: titles.access,
      release: titles.release,
      release_date: titles.releaseDate,
      art: titles.art,
      // Written out: Drizzle takes the table's name off the columns of a select from one table.
      media: sql<string | null>`coalesce(titles.media, (
        SELECT first.media FROM titles first
        WHERE first.series_id = titles.id ORDER BY first.season, first.number LIMIT 1))`,
    })
    .from(titles)
    .where(and(eq(titles.id, id), eq(titles.kind, kind), ...withinAge(maxAge)));
  return title;
}

/** What is offered beside playing. There are no downloads, passes or dial links yet. */
function offers(state: PlayState, title: CartTitle) {
  return {
    downloads: [],
    presale: state === 'presale',
    presale_date: state === 'presale' ? title.release_date : null,
    pass: null,
    ussd: null,
    fullrate_data: {
      message: DEFAULT_FULLRATE_MESSAGE,
      show_download: false,
      show_subscription: state === 'needs_subscription',
      title: { fa: title.name_fa, en: title.name_en },
    },
    show_free: state === 'free',
    show_buy: state === 'download_only',
    notes: [],
  };
}
