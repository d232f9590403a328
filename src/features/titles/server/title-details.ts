import type { getTitle as call, Season } from '../contract/catalogue.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import type { TitleKind } from '../../../platform/kinds.ts';
import { isWatchable } from '../watchable.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { getVariant } from '../../../platform/config/variants.ts';
import { getGuestEntitlement } from '../../entitlement/server/guest-entitlement.ts';
import { titleQueries } from './title-queries.ts';
import { VAT_PERCENT } from '../../../platform/config/constants.ts';
import { getCheapestMonth } from '../../payments/plan-price.ts';

const ACTOR = 'actor';

/** A title page in one round trip. An unknown title is `title_not_found`. */
export async function getTitle(
  context: RequestContext,
  { kind, id }: { kind: TitleKind; id: number },
): Promise<Outcome<Output<typeof call>, ErrorCode>> {
  const { maxAge, now } = context;
  const [[title], genres, people, episodes, related, chapters, plans] = await context.read(
    titleQueries({ kind, id, maxAge, now }),
  );
  if (!title) return fail('title_not_found');
  const {
    series_id,
    series_fa,
    series_en,
    media,
    has_media: hasMedia,
    is_over: isOver,
    sales,
    trailer,
    media_facts,
    ...row
  } = title;
  const watchable = isWatchable({ ...row, media });
  const position = episodes.findIndex((episode) => episode.id === id);
  const changes = plans.flatMap((plan) => [plan.changes_at, plan.sale_changes_at]).filter((at) => at !== null);
  return ok({
    data: {
      ...row,
      genres,
      cast: people.filter((person) => person.job === ACTOR),
      crew: people.filter((person) => person.job !== ACTOR),
      seasons: groupSeasons(episodes),
      series: series_id === null ? null : { id: series_id, name_fa: series_fa ?? '', name_en: series_en ?? '' },
      previous_id: (position > 0 ? episodes[position - 1]?.id : undefined) ?? null,
      next_id: (position >= 0 ? episodes[position + 1]?.id : undefined) ?? null,
      related,
      has_trailer: trailer !== null,
      sounds: listLanguages(media_facts.map(({ sounds }) => sounds)),
      subtitles: listLanguages(media_facts.map(({ subtitles }) => subtitles)),
      height: media_facts.length === 0 ? null : Math.max(...media_facts.map(({ height }) => height)),
      watchable,
      plan_month: getCheapestMonth(
        plans
          .filter((plan) => plan.is_sold === 1)
          .map(({ toman, days, discount_price: price, discount_day }) => ({
            ...{ toman, days },
            discount: price === null ? null : { discount_price: price, discount_day },
          })),
        VAT_PERCENT,
      ),
      ...(changes.length > 0 && { plan_until: Math.min(...changes) }),
      chapters: watchable ? chapters : [],
      offer: getGuestEntitlement(
        { ...row, ...sales, hasMedia, isOver },
        getVariant(context.env, context.host).givesSubscription,
        context.now,
      ),
    },
  });
}

function listLanguages(lists: readonly string[][]): string[] {
  return [...new Set(lists.flat())];
}

type Episode = Season['episodes'][number];
interface EpisodeRow extends Omit<Episode, 'number'> {
  number: number | null;
  season: number | null;
  year: number;
  season_fa: string | null;
  season_en: string | null;
}

function groupSeasons(episodes: readonly EpisodeRow[]): Season[] {
  const seasons = new Map<number, Season>();
  for (const { number, season, year, season_fa: name_fa, season_en: name_en, ...episode } of episodes) {
    const key = season ?? 1;
    const entry = seasons.get(key) ?? { number: key, year, name_fa, name_en, episodes: [] };
    entry.episodes.push({ ...episode, number: number ?? 0 });
    seasons.set(key, entry);
  }
  return [...seasons.values()];
}
