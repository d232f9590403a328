import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  getBrowseAddress,
  isFiltered,
  findNearestPage,
  readBrowse,
  type BrowseOptions,
} from '../../../src/features/titles/browse.ts';
import { readPathId, readPathKey } from '../../../src/platform/path-id.ts';

const OFFER: BrowseOptions = {
  filters: {
    genre: ['drama', 'comedy'],
    country: ['FR', 'IR'],
    lang: ['fa', 'fr'],
    age: ['3', '7', '12', '15'],
  },
  ownSort: 'newest',
};

/** Where `/movie` with a query leads, in a catalogue of four pages; null where it stays. */
function leads(query: string, pages = 4, offer = OFFER): string | null {
  const url = new URL(`https://pardeh.test/movie${query}`);
  return findNearestPage(url, '/movie', readBrowse(url.searchParams, offer), pages)?.address ?? null;
}

describe('the nearest valid page', () => {
  test.each([
    ['', 'nothing asked'],
    ['?page=4', 'the last page'],
    ['?genre=drama&country=IR&lang=fa&age=12&sort=views&page=2', 'everything asked, as the site writes it'],
    ['?page=2&genre=drama', 'another order of the same'],
    ['?utm=1', 'a parameter of somebody else'],
  ])('%s stays: %s', (query) => {
    expect(leads(query)).toBeNull();
  });

  test.each([
    ['?genre=0&country=0&lang=0&age=0&sort=', '', 'the form without script'],
    ['?sort=newest', '', 'the page’s own order'],
    ['?page=1', '', 'the first page'],
    ['?page=0', '', 'a page before the first'],
    ['?page=-3', '', 'a negative page'],
    ['?page=abc', '', 'no page number'],
    ['?page=2.5', '', 'a fraction'],
    ['?page=5', '?page=4', 'a page beyond the end'],
    ['?page=99999999999999999999', '?page=4', 'a huge page'],
    ['?page=۳', '?page=3', 'Persian digits'],
    ['?page=%D9%A3', '?page=3', 'Arabic digits, percent-encoded'],
    ['?page=003', '?page=3', 'leading zeros'],
    ['?country=ir', '?country=IR', 'small letters'],
    ['?genre=DRAMA&page=9', '?genre=drama&page=4', 'capitals and a page beyond the end, at once'],
    ['?country=ZZ', '', 'a country without titles'],
    ['?country=Iran&lang=persian', '', 'names in place of codes'],
    ['?genre=nope', '', 'an unknown genre'],
    ['?genre=درام', '', 'no key of a genre'],
    ['?f_type=series', '', 'a filter that the page does not have'],
    ['?sort=loudest', '', 'an unknown order'],
    ['?age=13', '?age=12', 'an age between two'],
    ['?age=1', '?age=3', 'an age below the lowest'],
    ['?age=18', '', 'an age that passes everything'],
    ['?age=-7', '', 'a negative age'],
    ['?age=99999999999', '', 'a huge age'],
    ["?genre=drama'--", '', 'an attempt at SQL'],
    ['?genre=drama&genre=comedy', '?genre=drama', 'a filter twice'],
  ])('%s leads to %s: %s', (query, target) => {
    expect(leads(query)).toBe(`/movie${target}`);
  });

  test('another spelling of the path is one redirect too, with what was asked', () => {
    const url = new URL('https://pardeh.test/genres/Drama?page=9&age=7');
    expect(findNearestPage(url, '/genres/drama', readBrowse(url.searchParams, OFFER), 2)).toEqual({
      address: '/genres/drama?age=7&page=2',
      isPermanent: false,
    });
  });

  test('an edited list keeps its own order apart from the newest', () => {
    const list: BrowseOptions = { ...OFFER, ownSort: null };
    expect(leads('?sort=newest', 4, list)).toBeNull();
    expect(leads('?sort=', 4, list)).toBe('/movie');
  });

  test('only the page alone is indexed', () => {
    const filtered = (query: string) => isFiltered(readBrowse(new URLSearchParams(query), OFFER));
    expect(filtered('')).toBe(false);
    expect(filtered('page=3')).toBe(false);
    expect(filtered('genre=drama')).toBe(true);
    expect(filtered('sort=views&page=2')).toBe(true);
  });

  test('whatever is asked, one redirect ends at a page that stays', () => {
    const name = fc.constantFrom('genre', 'f_type', 'country', 'lang', 'age', 'sort', 'page', 'x');
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('drama', 'IR', 'ir', 'fa', '7', '13', '0', 'views', 'newest', '۲', '1e3', '٣', 'movie'),
      fc.integer().map(String),
    );
    const path = fc.constantFrom('/movie', '/Movie', '/genres/drama');
    fc.assert(
      fc.property(path, fc.array(fc.tuple(name, value)), fc.integer({ min: 1, max: 9 }), (pathname, entries, pages) => {
        const url = new URL(`https://pardeh.test${pathname}?${new URLSearchParams(entries).toString()}`);
        const first = findNearestPage(url, '/movie', readBrowse(url.searchParams, OFFER), pages);
        const end = first ? new URL(first.address, url) : url;
        const browse = readBrowse(end.searchParams, OFFER);
        expect(findNearestPage(end, '/movie', browse, pages)).toBeNull();
        expect(browse.page).toBeLessThanOrEqual(pages);
        if (first) expect(getBrowseAddress('/movie', browse)).toBe(first.address);
      }),
    );
  });
});

describe('ids and keys of paths', () => {
  test.each([
    ['52', { id: 52, exact: true }],
    ['052', { id: 52, exact: false }],
    ['۵۲', { id: 52, exact: false }],
    ['٥٢', { id: 52, exact: false }],
    ['999999999', { id: 999_999_999, exact: true }],
    ['9999999999', null],
    ['0', null],
    ['-1', null],
    ['1.5', null],
    ['52abc', null],
    ['abc', null],
    ['', null],
    ['1e3', null],
    ['52/extra', null],
  ])('the id %s', (text, id) => {
    expect(readPathId(text)).toEqual(id);
  });

  test('a key in capitals, or by its label', () => {
    const labels = { drama: 'درام', scifi: 'Science fiction' };
    expect(readPathKey('drama', Object.keys(labels))).toBe('drama');
    expect(readPathKey('Drama', Object.keys(labels))).toBe('drama');
    expect(readPathKey('درام', Object.keys(labels), labels)).toBe('drama');
    expect(readPathKey('SCIENCE FICTION', Object.keys(labels), labels)).toBe('scifi');
    expect(readPathKey('درام', Object.keys(labels))).toBeUndefined();
    expect(readPathKey('constructor', Object.keys(labels), labels)).toBeUndefined();
    expect(readPathKey('', Object.keys(labels), labels)).toBeUndefined();
  });
});
