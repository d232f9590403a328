import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  breadcrumbs,
  itemList,
  PAYWALLED_CLASS,
  scriptJson,
  buildVideo,
  work,
} from '../../../src/platform/seo/json-ld.ts';
import { TITLE_KINDS } from '../../../src/platform/kinds.ts';
import { isWatchable, getUploadDate } from '../../../src/features/titles/watchable.ts';
import { findSchemaProblems } from '../../support/rules/schema-org.ts';

const person = { name: 'اصغر فرهادی', url: 'https://pardeh.test/cast/1' };
const facts = (kind: (typeof TITLE_KINDS)[number], free: boolean) => ({
  kind,
  url: `https://pardeh.test/${kind}/1`,
  name: 'نام',
  alternateName: 'Name',
  description: 'خلاصه',
  image: `https://pardeh.test/media/img/backdrop-${kind}-0a1b2c3d/social.jpg`,
  year: 2011,
  minutes: 123,
  age: 12,
  viewerRating: { average: 4.2, votes: 31 },
  genres: ['درام'],
  countries: ['IR'],
  languages: ['fa'],
  actors: [person],
  directors: [person],
  free,
  season: kind === 'episode' ? 1 : null,
  number: kind === 'episode' ? 2 : null,
  series: kind === 'episode' ? person : null,
  seasons: kind === 'series' ? [{ number: 1, episodes: 3 }] : [],
  video:
    kind === 'series'
      ? null
      : {
          uploaded: '2026-11-01',
          playUrl: (seconds: number) => `https://pardeh.test/${kind}/1?t=${String(seconds)}#play`,
          chapters: [{ name: 'آغاز', starts: 0, ends: 12 }],
        },
});

describe('structured data (issue 3, section 2)', () => {
  it.each(TITLE_KINDS.flatMap((kind) => [true, false].map((free) => [kind, free] as const)))(
    'of a %s (free: %s) says what schema.org and rich results ask for',
    (kind, free) => {
      const title = facts(kind, free);
      const nodes = [work(title), buildVideo(title)].filter((node) => node !== null);
      expect(findSchemaProblems(nodes)).toEqual([]);
      const video = JSON.stringify(nodes).includes('"VideoObject"');
      expect(video).toBe(kind !== 'series');
      expect(JSON.stringify(nodes).includes('"Clip"')).toBe(kind !== 'series');
      expect(JSON.stringify(nodes).includes(`".${PAYWALLED_CLASS}"`)).toBe(!free);
    },
  );

  it('has the rating of viewers with the number of votes, and none without votes', () => {
    for (const kind of TITLE_KINDS) {
      const rated = work(facts(kind, true));
      expect(rated).toHaveProperty('aggregateRating', {
        '@type': 'AggregateRating',
        ratingValue: 4.2,
        ratingCount: 31,
        bestRating: 5,
        worstRating: 1,
      });
      expect(work({ ...facts(kind, true), viewerRating: null })).not.toHaveProperty('aggregateRating');
    }
  });

  it('has no video where nothing can be watched', () => {
    expect(buildVideo({ ...facts('movie', false), video: null })).toBeNull();
    const title = { media: 'clip-1', access: 'free', release: 'released' } as const;
    expect(isWatchable(title)).toBe(true);
    expect(isWatchable({ ...title, media: null })).toBe(false);
    expect(isWatchable({ ...title, release: 'presale' })).toBe(false);
    expect(isWatchable({ ...title, access: 'download_only' })).toBe(false);
  });

  it('dates a video by its release here, else by its last change', () => {
    expect(getUploadDate({ releaseDate: '2026-05-01', updatedAt: 0 })).toBe('2026-05-01');
    expect(getUploadDate({ releaseDate: null, updatedAt: 1_793_491_200 })).toBe('2026-11-01');
  });

  it('of lists and ways is complete', () => {
    expect(findSchemaProblems([breadcrumbs([person, person]), itemList('فهرست', 2, [person, person])])).toEqual([]);
  });

  it('the check sees what is missing, what does not belong and what is malformed', () => {
    const broken = {
      '@type': 'Clip',
      name: 'x',
      startOffset: 0,
      url: 'nowhere',
      colour: 'red',
      inner: { '@type': 'X' },
    };
    expect(findSchemaProblems(broken)).toHaveLength(5);
  });

  it('ends no script element, whatever a name holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const text = scriptJson({ name: `</script><!--${name}` });
        expect(text).not.toMatch(/<|\u2028|\u2029/);
        expect(JSON.parse(text)).toEqual({ name: `</script><!--${name}` });
      }),
    );
  });
});
