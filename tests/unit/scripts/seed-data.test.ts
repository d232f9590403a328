import { describe, expect, test } from 'vitest';
import { checkCatalogue } from '../../../tools/seed/check.ts';
import { getLength } from '@pardeh/demo-assets/clips/config';
import { assignClips, RAIL_LENGTH, SUITS } from '../../../tools/seed/clips.ts';
import { isIranian } from '../../../tools/seed/iranian.ts';
import { slideIds, titlesOfList } from '../../../tools/seed/lists.ts';
import { castsGroups, personIds } from '../../../tools/seed/people-rows.ts';
import { catalogueTables } from '../../../tools/seed/rows.ts';
import { AGE_REASONS } from '../../../src/platform/kinds.ts';
import { readAppDetails, readCatalogue } from '../../../tools/seed/read-catalogue.ts';
import { BOOK_FAIR_VIDEO_ID, FIXED_LIVE_ID } from '../../../src/platform/config/constants.ts';

const catalogue = readCatalogue();
const { titles, people, channels, magazines, plans, genres, categories, lists } = catalogue;
const movies = titles.filter(({ kind }) => kind === 'movie');
const series = titles.filter(({ kind }) => kind === 'series');
const videos = titles.filter(({ kind }) => kind === 'video');
const episodes = series.flatMap(({ seasons = [] }) => seasons.flatMap((season) => season.episodes));
const PERSIAN = /^[^A-Za-z]*[\u0600-\u06ff]/;

describe('the amounts of issue 2, section 4', () => {
  test.each([
    ['films', movies.length, 150],
    ['Iranian films', movies.filter(isIranian).length, 90],
    ['series', series.length, 25],
    ['episodes', episodes.length, 300],
    ['videos', videos.length, 20],
    ['live channels', channels.length, 6],
    ['magazines', magazines.filter(({ kind }) => kind === 'magazine').length, 8],
    ['people', people.length, 250],
    ['genres', genres.length, 18],
    ['plans', plans.length, 4],
    ['root categories with children', categories.filter((root) => root.child_categories.length > 0).length, 1],
    ['terms', readAppDetails().terms_fa.length, 1],
    ['questions', readAppDetails().faq.length, 1],
  ])('%s: %i of at least %i', (_name, count, least) => {
    expect(count).toBeGreaterThanOrEqual(least);
  });

  test('every group of people is on a casts page', () => {
    const groups = [...castsGroups(catalogue).values()];
    for (const group of ['iranian_actor', 'foreign_actor', 'director']) {
      expect(groups.filter((match) => match === group).length).toBeGreaterThanOrEqual(30);
    }
  });

  test('the fixed items exist', () => {
    expect(channels.some(({ id }) => id === FIXED_LIVE_ID)).toBe(true);
    expect(videos.some(({ id }) => id === BOOK_FAIR_VIDEO_ID)).toBe(true);
    expect(magazines.filter(({ kind }) => kind === 'newspaper')).toHaveLength(1);
    expect(magazines.filter(({ kind }) => kind === 'studio')).toHaveLength(1);
  });

  test('each magazine has three issues, one plan a discount with bonus days', () => {
    for (const { issues, kind } of magazines) if (kind === 'magazine') expect(issues.length).toBeGreaterThanOrEqual(3);
    expect(plans.some(({ discount }) => discount?.discount_day !== undefined)).toBe(true);
    for (const { toman, discount } of plans) {
      if (discount) {
        expect(discount.discount_price).toBe(Math.round((toman * (100 - discount.discount_percent)) / 100));
      }
    }
  });

  test('every release state and every way of access is shown', () => {
    expect(new Set(titles.map(({ release }) => release)).size).toBe(3);
    expect(new Set(titles.map(({ access }) => access)).size).toBe(3);
  });
});

describe('the fields', () => {
  test('nothing is broken, nobody stands under two slugs', () => {
    expect(checkCatalogue(catalogue)).toEqual({ errors: [], warnings: [] });
  });

  test.each(titles.map((title) => [title.name_en, title] as const))('%s', (_name, title) => {
    expect(title.name_fa).toMatch(PERSIAN);
    expect(title.name_latin).toMatch(/^[a-z0-9' -]+$/);
    expect(title.synopsis_fa).toMatch(PERSIAN);
    expect(sentences(title.synopsis_fa)).toBeGreaterThanOrEqual(2);
    expect(sentences(title.synopsis_en)).toBeGreaterThanOrEqual(2);
    expect(sentences(title.synopsis_en)).toBeLessThanOrEqual(5);
    expect(title.year).toBeGreaterThanOrEqual(1895);
    expect(title.year).toBeLessThanOrEqual(2027);
    expect(title.minutes).toBeGreaterThan(0);
    if (title.kind === 'movie') {
      expect(title.cast.length + title.crew.length).toBeGreaterThan(0);
      expect(title.crew.some(({ job }) => job === 'director')).toBe(true);
    }
    // Arabic letters in Persian text are slips; search folds them, but people see them.
    expect(`${title.name_fa}${title.synopsis_fa}`).not.toMatch(/[يك٠-٩]/);
  });

  test('people have a Persian and a Latin name', () => {
    for (const { name_fa, name_en } of people) {
      expect(name_fa).toMatch(PERSIAN);
      expect(name_fa).not.toMatch(/[يك]/);
      expect(name_en).toMatch(/^[\p{Script=Latin}\p{Mn}\s.'’-]+$/u);
    }
  });

  test('ids of people are their own and short', () => {
    const ids = [...personIds(people).values()];
    expect(new Set(ids).size).toBe(people.length);
    expect(Math.min(...ids)).toBeGreaterThanOrEqual(10_000);
  });

  test('every list has titles, the hero has six slides and begins with a classic', () => {
    for (const list of lists) expect(titlesOfList(list, titles).length, list.key).toBeGreaterThanOrEqual(6);
    const slides = slideIds(titles);
    expect(new Set(slides).size).toBe(6);
    expect(titles.find(({ id }) => id === slides[0])?.name_en).toBe('A Separation');
  });
});

describe('the check', () => {
  test('finds what is wrong', () => {
    const [film] = movies;
    const [actor] = people;
    if (!film || !actor) throw new Error('no film, nobody');
    const broken = {
      ...catalogue,
      people: [...people, { ...actor, slug: 'twice' }],
      titles: [...titles, { ...film, genres: ['nope'], cast: [{ person: 'nobody' }], release: 'presale' as const }],
    };
    const { errors, warnings } = checkCatalogue(broken);
    const name = `movie ${String(film.id)} (${film.name_en})`;
    expect(errors).toEqual([
      `title or episode id twice: ${String(film.id)}`,
      `${name}: unknown genre nope`,
      `${name}: unknown person nobody`,
      `${name}: no release_date`,
    ]);
    expect(warnings).toEqual([`«${actor.name_fa}» stands under ${actor.slug} and twice`]);
  });
});

function sentences(text: string): number {
  return text.split(/[.!?؟…]+(?=\s|$|»|")/u).filter((part) => part.trim() !== '').length;
}

describe('what a title’s page shows beside its facts', () => {
  const tables = new Map(
    catalogueTables(catalogue, readAppDetails(), (name) => (name ? `${name}-AQ000000` : null)).map((table) => [
      table.name,
      table.rows.map((row) => Object.fromEntries(table.columns.map((column, at) => [column, row[at]]))),
    ]),
  );
  const rows = tables.get('all_titles') ?? [];

  test('each title has a poster for each language, a focal point, and a trailer that no title plays', () => {
    const played = new Set(rows.map((row) => row['media']));
    for (const row of rows) {
      expect([row['art'], row['art_en']]).toEqual([
        expect.stringMatching(/^poster-\d+-AQ/),
        expect.stringMatching(/-en-AQ/),
      ]);
      expect([row['focus_x'], row['focus_y']]).toEqual([expect.any(Number), expect.any(Number)]);
      if (row['trailer'] != null) expect(played.has(row['trailer'])).toBe(false);
    }
    expect(rows.filter((row) => row['trailer'] != null)).toHaveLength(movies.length + series.length);
  });

  test('forty titles have stills, and every episode its own', () => {
    const stills = tables.get('title_stills') ?? [];
    const byTitle = Map.groupBy(stills, (row) => row['title_id']);
    expect(byTitle.size).toBeGreaterThanOrEqual(40);
    for (const stills of byTitle.values()) expect(stills.length).toBeGreaterThanOrEqual(3);
    const ofEpisodes = rows.flatMap((row) => (row['kind'] === 'episode' && row['still'] != null ? [row] : []));
    expect(ofEpisodes).toHaveLength(rows.filter((row) => row['kind'] === 'episode').length);
    expect(new Set(ofEpisodes.map((row) => row['still'])).size).toBe(ofEpisodes.length);
  });

  test('reasons of an age mark are known, and stand where the mark is not for all', () => {
    for (const { name_en, age, age_reasons } of titles) {
      if (age_reasons === undefined) continue;
      expect(age, name_en).toBeGreaterThan(0);
      for (const reason of age_reasons.split(',')) expect(AGE_REASONS, name_en).toContain(reason);
    }
  });

  test('at least twelve clips play; each suits its title, and neighbours of a row play different ones', () => {
    const clips = assignClips(catalogue);
    const films = new Set(rows.flatMap((row) => (typeof row['media'] === 'string' ? [row['media']] : [])));
    expect(films.size).toBeGreaterThanOrEqual(12);
    expect([...films].filter((name) => !(name in SUITS))).toEqual([]);
    const byId = new Map(titles.map((title) => [title.id, title]));
    for (const title of titles) {
      const suits = SUITS[clips.trailer(title).replace('trailer-', 'clip-')];
      expect(
        title.genres.some((genre) => suits?.includes(genre)),
        title.name_en,
      ).toBe(true);
    }
    for (const row of [slideIds(titles), ...lists.map((list) => titlesOfList(list, titles))]) {
      const trailers = row.slice(0, RAIL_LENGTH).flatMap((id) => {
        const title = byId.get(id);
        return title ? [`${clips.trailer(title)} of ${title.name_en}`] : [];
      });
      const repeatsLast = (name: string, at: number) =>
        at > 0 && trailers[at - 1]?.split(' ')[0] === name.split(' ')[0];
      expect(trailers.filter(repeatsLast)).toEqual([]);
    }
  });

  test('a trailer is a folder that no title plays as its film', () => {
    const films = new Set(rows.map((row) => row['media']));
    const trailers = new Set(rows.flatMap((row) => (row['trailer'] == null ? [] : [row['trailer']])));
    expect(trailers.size).toBeGreaterThanOrEqual(12);
    expect([...trailers].filter((folder) => films.has(folder))).toEqual([]);
  });

  test('intro and credits lie within their clip, and differ', () => {
    for (const { media, kind, starts, ends } of catalogue.markers) {
      expect(starts, `${media} ${kind}`).toBeLessThan(ends);
      expect(ends, `${media} ${kind}`).toBeLessThanOrEqual(getLength(media));
    }
    const intros = catalogue.markers.filter(({ kind }) => kind === 'intro');
    expect(new Set(intros.map(({ starts, ends }) => `${String(starts)}-${String(ends)}`)).size).toBeGreaterThan(4);
    for (const name of Object.keys(SUITS))
      expect(
        intros.some(({ media }) => media === name),
        name,
      ).toBe(true);
  });

  test('facts of media are those of the master playlists', () => {
    const facts = new Map((tables.get('media_facts') ?? []).map((row) => [row['media'], row]));
    expect(facts.get('clip-1')).toEqual({ media: 'clip-1', sounds: '[]', subtitles: '["fa","en"]', height: 720 });
    for (const { media } of rows as { media?: string }[]) if (media != null) expect(facts.has(media), media).toBe(true);
  });
});
