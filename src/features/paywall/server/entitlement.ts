import { artIn } from '../../../platform/text/locale.ts';
import { DEFAULT_FULLRATE_MESSAGE, VAT_PERCENT } from '../../../platform/config/constants.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import type { EntitlementAnswer, getCart as call } from '../contract.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { hasArea, type Area } from '../../entitlement/area.ts';
import { canPlay } from '../../entitlement/entitlement.ts';
import type { TitleKind } from '../../../platform/kinds.ts';
import { getLicenceFacts, offlineUntil } from '../../offline/offline-licence.ts';
import { isProtected } from '../../../platform/media/encryption.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { paths } from '../../../platform/paths.ts';
import { buildDialCode } from '../../watch-options/ussd.ts';
import type { RequestContext, SessionUser } from '../../../platform/http/calls/context.ts';
import { getUssdPrefix } from '../../site/server/details.ts';
import { getBillingHint } from '../../data-cost/server/data-cost.ts';
import { playback } from '../../playback/server/play.ts';
import { chooseStream } from '../../streams/server/choose-stream.ts';
import { watching } from '../../playback/server/watching.ts';
import { toScreeningView } from '../../screenings/server/view.ts';
import { listTitleDownloads } from '../../downloads/server/title-downloads.ts';
import { readTitleEntitlement } from '../../watch-options/server/title-entitlement.ts';
import { listNotes } from '../../watch-options/server/notes.ts';
import { choosePrice } from '../../entitlement/server/guest-entitlement.ts';

const POSTER_WIDTH = 240;

/** Spec 3.15. `cart_title_unknown`, a 400, for no such title (spec 8.15). Reads in parallel: one round trip to D1. */
export async function getCart(
  context: RequestContext,
  { id, type }: { id: number; type: TitleKind },
): Promise<Outcome<Output<typeof call>, ErrorCode>> {
  const { now, user, locale } = context;
  const [titleEntitlement, offers, video, ussdPrefix] = await Promise.all([
    readTitleEntitlement(context, type, id),
    listTitleDownloads(context, id),
    watching(context, type, id),
    user ? getUssdPrefix(context) : '',
  ]);
  if (!titleEntitlement) return fail('cart_title_unknown');
  const { title, facts, entitlement } = titleEntitlement;
  const { state, show_buy, show_free } = entitlement;
  const art = artIn(locale, title);
  const poster = art === null ? null : paths.image(art, POSTER_WIDTH);
  const downloads = title.release === 'released' ? offers : offers.filter(({ owned }) => owned);
  const stream = chooseStream(context, state, { kind: 'title', id: video?.facts.playing?.id ?? id });
  const media = canPlay(state) && video ? await playback(context, video.media, poster, stream) : null;
  const isLocked = isProtected(context.env);
  const licence = isLocked ? null : offlineUntil(getLicenceFacts(context, state, title));
  const answer: EntitlementAnswer = {
    state,
    downloads,
    presale: state === 'presale',
    presale_date: state === 'presale' ? title.release_date : null,
    over: title.isOver,
    pass: title.title_pass ?? title.ticket_pass,
    area: toShownArea(title),
    title_poster: poster,
    screening: toScreeningView(title.screening, facts, title.ticket_ends, now),
    ussd: toUssd(ussdPrefix, user, downloads[0]?.id),
    fullrate_data: {
      message: DEFAULT_FULLRATE_MESSAGE,
      show_download: downloads.length > 0,
      show_subscription: state === 'needs_subscription' || state === 'operator_fullrate',
      title: { fa: title.name_fa, en: title.name_en },
    },
    show_free,
    show_buy,
    price: choosePrice(title.price, title.screening, { state, show_buy, show_free }),
    notes: listNotes(locale, state, title.screening, show_buy ? VAT_PERCENT : null),
    play: media && video ? { ...media, ...video.facts, offline_until: licence, protected: isLocked } : null,
    billing: getBillingHint(context),
  };
  return ok({ data: { data: answer } });
}

function toShownArea(area: Area): EntitlementAnswer['area'] {
  const countries = area.available_countries?.split(',') ?? [];
  return hasArea(area) ? { countries, has_networks: area.available_networks !== null } : null;
}

/** Spec 2.10, 3.15; null for a guest and where the site has no dial codes. */
function toUssd(prefix: string, user: SessionUser | null, file: number | undefined): string | null {
  if (!user || file === undefined || prefix === '') return null;
  return buildDialCode(prefix, { file: String(file), user: String(user.id), pack: null });
}
