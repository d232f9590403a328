import { and, asc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import * as v from 'valibot';
import type { TitleKind } from '../../../platform/kinds.ts';
import { titlePrices } from '../../entitlement/server/schema.ts';
import { selectPlansAt } from '../../payments/plans-at.ts';
import { credits, genres, mediaFacts, people, seasons, titleGenres, titles, titleStills } from './schema.ts';
import { screenings } from '../../entitlement/server/schema.ts';
import type { Database } from '../../../platform/db/client.ts';
import { reusable } from '../../../platform/db/reusable.ts';
import { matchNextScreening } from '../../entitlement/server/screening-of-title.ts';
import { pageColumns } from '../title-columns.ts';
import { selectCard, selectColumns } from './card-columns.ts';
import { matchPrice, selectOffer } from './offer-columns.ts';
import { selectSocialPicture } from './social-picture.ts';
import { selectRelease } from './release.ts';
import { selectChapters } from './timeline-rows.ts';
import { buildAgeConditions } from './filters.ts';
import { queryRelated } from './related.ts';
import { selectTrailer } from './trailer-folder.ts';

const series = alias(titles, 'series');

/** The title that facts belong to: itself, or the series of an episode. */
const selectOwner = (id: number) => sql`(SELECT coalesce(series_id, id) FROM titles WHERE id = ${id})`;

type TitleValues = { kind: TitleKind; id: number; maxAge: number | undefined; now: number };

export const titleQueries = reusable((db, values: TitleValues) => {
  const { id, maxAge, now } = values;
  return [
    queryTitle(db, values),
    db
      .select({ key: genres.key, label_fa: genres.labelFa, label_en: genres.labelEn })
      .from(titleGenres)
      .innerJoin(genres, eq(genres.key, titleGenres.genre))
      .where(eq(titleGenres.titleId, selectOwner(id)))
      .orderBy(asc(genres.position)),
    db
      .select({
        id: people.id,
        name_fa: people.nameFa,
        name_en: people.nameEn,
        art: people.art,
        focus_x: people.focusX,
        focus_y: people.focusY,
        job: credits.job,
        role_fa: credits.roleFa,
        role_en: credits.roleEn,
      })
      .from(credits)
      .innerJoin(people, eq(people.id, credits.personId))
      .where(eq(credits.titleId, selectOwner(id)))
      .orderBy(asc(credits.position)),
    db
      .select({
        id: titles.id,
        number: titles.number,
        season: titles.season,
        year: sql<number>`coalesce(${seasons.year}, ${titles.year})`.as('year'),
        season_fa: sql<string | null>`${seasons.nameFa}`.as('season_fa'),
        season_en: sql<string | null>`${seasons.nameEn}`.as('season_en'),
        name_fa: titles.nameFa,
        name_en: titles.nameEn,
        minutes: titles.minutes,
        release: selectRelease(now).as('release'),
        release_date: titles.releaseDate,
        still: titles.still,
        downloads: sql`EXISTS (SELECT 1 FROM downloads d WHERE d.title_id = titles.id)`
          .mapWith(Boolean)
          .as('downloads'),
        synopsis_fa: titles.synopsisFa,
        synopsis_en: titles.synopsisEn,
      })
      .from(titles)
      .leftJoin(seasons, sql`${seasons.seriesId} = titles.series_id AND ${seasons.number} = coalesce(titles.season, 1)`)
      .where(and(eq(titles.seriesId, selectOwner(id)), ...buildAgeConditions(maxAge)))
      .orderBy(asc(titles.season), asc(titles.number)),
    queryRelated(db, selectOwner(id), { maxAge, now }),
    db
      .select({
        starts: sql<number>`starts`.as('starts'),
        ends: sql<number>`ends`.as('ends'),
        name_fa: sql<string>`name_fa`.as('name_fa'),
        name_en: sql<string>`name_en`.as('name_en'),
      })
      .from(selectChapters(id))
      .orderBy(sql`starts`),
    db
      .select({
        toman: sql<number>`toman`.as('toman'),
        days: sql<number>`days`.as('days'),
        discount_price: sql<number | null>`discount_price`.as('discount_price'),
        discount_day: sql<number | null>`discount_day`.as('discount_day'),
        changes_at: sql<number | null>`changes_at`.as('changes_at'),
        sale_changes_at: sql<number | null>`sale_changes_at`.as('sale_changes_at'),
        is_sold: sql<number>`is_sold`.as('is_sold'),
      })
      .from(sql`(${selectPlansAt(now)})`),
  ] as const;
});

const factsOfMedia = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.object({ sounds: v.array(v.string()), subtitles: v.array(v.string()), height: v.number() })),
);
const readMediaFacts = (json: string) => v.parse(factsOfMedia, json);

const readCodes = (json: string) => v.parse(codes, json);
const codes = v.pipe(v.string(), v.parseJson(), v.array(v.string()));

function queryTitle(db: Database, { kind, id, maxAge, now }: TitleValues) {
  return db
    .select({
      ...selectCard(now),
      ...selectColumns(pageColumns),
      art: sql<string | null>`coalesce(${titles.art}, ${series.art})`.as('art'),
      backdrop: sql<string | null>`coalesce(${titles.backdrop}, ${series.backdrop})`.as('backdrop'),
      social: selectSocialPicture(
        sql`coalesce(titles.series_id, titles.id)`,
        sql`coalesce(${titles.backdrop}, ${series.backdrop}, ${titles.art}, ${series.art})`,
      ).as('social'),
      synopsis_fa: sql<string>`coalesce(nullif(${titles.synopsisFa}, ''), ${series.synopsisFa}, '')`.as('synopsis_fa'),
      synopsis_en: sql<string>`coalesce(nullif(${titles.synopsisEn}, ''), ${series.synopsisEn}, '')`.as('synopsis_en'),
      media: titles.media,
      has_networks: sql`titles.available_networks IS NOT NULL`.mapWith(Boolean).as('has_networks'),
      ...selectOffer(now),
      countries: sql`(SELECT json_group_array(country) FROM (
        SELECT c.country FROM title_countries c WHERE c.title_id = coalesce(titles.series_id, titles.id) ORDER BY c.position))`
        .mapWith(readCodes)
        .as('countries'),
      languages: sql`(SELECT json_group_array(language) FROM (
        SELECT l.language FROM title_languages l WHERE l.title_id = coalesce(titles.series_id, titles.id) ORDER BY l.position))`
        .mapWith(readCodes)
        .as('languages'),
      focus_x: sql<number | null>`coalesce(${titles.focusX}, ${series.focusX})`.as('focus_x'),
      focus_y: sql<number | null>`coalesce(${titles.focusY}, ${series.focusY})`.as('focus_y'),
      trailer: selectTrailer().as('trailer'),
      stills: sql`(SELECT json_group_array(picture) FROM (
        SELECT s.picture FROM ${titleStills} s WHERE s.title_id = titles.id ORDER BY s.position))`
        .mapWith(readCodes)
        .as('stills'),
      media_facts:
        sql`(SELECT json_group_array(json_object('sounds', json(sounds), 'subtitles', json(subtitles), 'height', height))
        FROM (SELECT DISTINCT f.sounds, f.subtitles, f.height FROM ${mediaFacts} f WHERE f.media IN (
          SELECT titles.media UNION ALL SELECT part.media FROM titles part WHERE part.series_id = titles.id)))`
          .mapWith(readMediaFacts)
          .as('media_facts'),
      series_id: titles.seriesId,
      series_fa: sql<string | null>`${series.nameFa}`.as('series_fa'),
      series_en: sql<string | null>`${series.nameEn}`.as('series_en'),
    })
    .from(titles)
    .leftJoin(series, eq(series.id, titles.seriesId))
    .leftJoin(titlePrices, matchPrice)
    .leftJoin(screenings, matchNextScreening(now))
    .where(and(eq(titles.id, id), eq(titles.kind, kind), ...buildAgeConditions(maxAge)));
}
