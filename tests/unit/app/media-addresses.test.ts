import fc from 'fast-check';
import { expect, it } from 'vitest';
import { downloadAddress } from '../../../src/features/downloads/server/link.ts';
import { liveAddress } from '../../../src/features/live/server/address.ts';
import { airedAddress } from '../../../src/features/live/server/aired-address.ts';
import { castFileAddress } from '../../../src/features/playback/server/cast-address.ts';
import { fileAddress } from '../../../src/platform/media/media-address.ts';
import { fallbackAddress, pictureAddress } from '../../../src/platform/media/picture-address.ts';

const text = (pattern: RegExp) => fc.stringMatching(pattern);
const word = text(/^[\w-]{1,40}$/);
const count = (max: number) => fc.integer({ min: 0, max });
const expires = count(999_999_999_999);
const signature = text(/^[\w-]{43}$/);
const file = text(/^[\w-]{1,12}\/[\w-]{1,12}\.[a-z0-9]{2,4}$/);

const files = fc.record({
  viewer: word,
  signature,
  expires,
  path: fc.tuple(word, file).map((parts) => parts.join('/')),
});
const casts = fc
  .record({ holder: word, signature, expires, folder: word, file })
  .map(({ file: name, ...cast }) => ({ ...cast, path: `${cast.folder}/${name}` }));
const aired = fc.record({
  ...{ audience: word, signature, expires, folder: word, file },
  as: fc.constantFrom('live', 'rewind', 'again'),
  airing: fc.record({ startsAt: count(Number.MAX_SAFE_INTEGER), count: count(999_999) }),
});
const live = fc.record({
  ...{ audience: word, signature, expires, channel: count(999_999_999) },
  from: fc.option(count(9_999_999_999)),
  name: fc.oneof(text(/^[a-z]{1,8}\d{0,4}$/), text(/^subs-[a-zA-Z-]{2,12}$/)),
});
const downloads = fc.record({ user: expires, expires, signature, id: expires });
const pictures = fc.record({ art: text(/^[A-Za-z0-9-]{1,60}$/), size: text(/^(\d{1,4}|social)$/) });
const fallbacks = fc.record({ kind: text(/^[a-z]{1,12}$/), id: count(999_999_999) });

/** In the order in which the media door tries them. */
const PARSERS = [
  airedAddress,
  fileAddress,
  castFileAddress,
  liveAddress,
  downloadAddress,
  fallbackAddress,
  pictureAddress,
];
const findKind = (path: string) => PARSERS.findIndex(({ parse }) => parse(path) !== null);

const expectRoundTrip = <T, Built extends T>(
  { build, parse }: { build: (value: Built) => string; parse: (path: string) => T | null },
  values: fc.Arbitrary<T>,
  toBuilt: (value: T) => Built,
) => {
  const kind = PARSERS.findIndex((address) => address.build === (build as unknown));
  fc.assert(
    fc.property(values, (value) => {
      const path = build(toBuilt(value));
      expect(parse(path)).toEqual(value);
      expect(findKind(path), path).toBe(kind);
      expect(new URL(`/media/${path}`, 'https://pardeh.test').pathname).toBe(`/media/${path}`);
    }),
  );
};
const same = <T>(value: T) => value;

it('of each kind is parsed to what it was built from, and as no kind before it', () => {
  expectRoundTrip(fileAddress, files, same);
  expectRoundTrip(castFileAddress, casts, same);
  expectRoundTrip(airedAddress, aired, same);
  expectRoundTrip(liveAddress, live, same);
  expectRoundTrip(pictureAddress, pictures, same);
  expectRoundTrip(fallbackAddress, fallbacks, same);
  expectRoundTrip(downloadAddress, downloads, (grant) => ({ ...grant, name: 'film 480p.mp4' }));
});

it('that is foreign is of no kind', () => {
  const foreign = fc.oneof(
    fc.webPath(),
    fc.string(),
    files.map((value) => fileAddress.build(value).replace('v/', 'w/')),
    live.map((value) => liveAddress.build(value).replace('.m3u8', '.mpd')),
    aired.map((value) => `/media/${airedAddress.build(value)}`),
    pictures.map((value) => `${pictureAddress.build(value)}/..`),
  );
  fc.assert(
    fc.property(foreign, (path) => {
      expect(findKind(path), path).toBe(-1);
    }),
  );
});
