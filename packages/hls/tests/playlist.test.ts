import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { parse, setOptions } from 'hls-parser';
import { describe, expect, it } from 'vitest';
import {
  buildMasterPlaylist,
  buildMediaPlaylist,
  type NewMediaPlaylist,
  type NewRendition,
  type NewVariant,
} from '../src/playlist/build-playlist.ts';
import { getAttribute, splitAtUris } from '../src/playlist/lines.ts';
import {
  listMediaFiles,
  listRenditions,
  listVariants,
  parseMasterPlaylist,
  parseMediaPlaylist,
  parsePlaylist,
  serializePlaylist,
} from '../src/playlist/playlist.ts';

const MEDIA = new URL('media/', import.meta.url);

setOptions({ strictMode: true });

const word = fc.stringMatching(/^[A-Za-z0-9 ,.=:/?&؀-ۿ-]{0,20}$/).map((text) => text.trim());
const uri = fc.stringMatching(/^[\w./-][\w./?=&-]{0,20}$/);
const bytes = fc.nat(1e9).map(String);
const date = fc.nat(4e12).map((ms) => new Date(ms).toISOString());

/** Tags of both kinds, known and unknown, with blank lines and comments between them. */
const anyTag = fc.oneof(
  ...[fc.constant(''), word.map((text) => `# ${text}`.trim()), word.map((text) => `#EXT-X-NEW-THING:${text}`.trim())],
  fc.constantFrom('#EXT-X-VERSION:9', '#EXT-X-INDEPENDENT-SEGMENTS', '#EXT-X-ENDLIST', '#EXT-X-GAP'),
);
const segmentTag = fc.oneof(
  anyTag,
  fc.constant('#EXT-X-DISCONTINUITY'),
  fc.tuple(fc.nat(60), word).map(([seconds, title]) => `#EXTINF:${String(seconds)}.5,${title}`),
  fc.tuple(bytes, bytes).map(([length, offset]) => `#EXT-X-BYTERANGE:${length}@${offset}`),
  date.map((iso) => `#EXT-X-PROGRAM-DATE-TIME:${iso}`),
  fc.tuple(uri, word).map(([path, id]) => `#EXT-X-KEY:METHOD=AES-128,URI="${path}",KEYFORMAT="${id}"`),
  uri.map((path) => `#EXT-X-MAP:URI="${path}"`),
);
const masterTag = fc.oneof(
  anyTag,
  fc.tuple(word, uri).map(([name, path]) => `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="${name}",URI="${path}"`),
  fc.constant('#EXT-X-SESSION-DATA:DATA-ID="x",VALUE="y,URI=z"'),
);
const variantLines = fc
  .tuple(fc.nat(9e6), fc.option(fc.constant('# a comment')), uri)
  .map(([bandwidth, comment, path]) => [
    `#EXT-X-STREAM-INF:BANDWIDTH=${String(bandwidth)},CODECS="avc1.4D401E,mp4a.40.2"`,
    ...(comment === null ? [] : [comment]),
    path,
  ]);
const joined = (blocks: readonly (string | readonly string[])[]) => `${['#EXTM3U', ...blocks.flat()].join('\n')}\n`;
const mediaText = fc.array(fc.oneof(segmentTag, segmentTag, uri), { maxLength: 60 }).map(joined);
const masterText = fc
  .tuple(variantLines, fc.array(fc.oneof(masterTag, variantLines), { maxLength: 30 }))
  .map(([first, rest]) => joined([first, ...rest]));

describe('a playlist', () => {
  it('serialises to the text that was parsed, unknown tags, comments and blank lines included', () => {
    fc.assert(
      fc.property(fc.oneof(mediaText, masterText), (text) => {
        const playlist = parsePlaylist(text);
        expect(playlist && serializePlaylist(playlist)).toBe(text);
        const windows = parsePlaylist(`\uFEFF${text.replaceAll('\n', '\r\n')}`);
        expect(windows && serializePlaylist(windows)).toBe(text);
      }),
      { numRuns: 200 },
    );
  });

  it('of real media serialises to its own bytes', () => {
    const files = readdirSync(MEDIA, { recursive: true, encoding: 'utf8' });
    const playlists = files.filter((file) => file.endsWith('.m3u8'));
    expect(playlists.length).toBeGreaterThan(10);
    for (const file of playlists) {
      const text = readFileSync(new URL(file, MEDIA), 'utf8');
      const playlist = parsePlaylist(text);
      expect(playlist?.kind, file).toBe(file.endsWith('master.m3u8') ? 'master' : 'media');
      expect(playlist && serializePlaylist(playlist), file).toBe(text);
    }
  });

  it('of no known form is null or read without an error', () => {
    const noise = fc.oneof(
      fc.string({
        unit: fc.constantFrom('#', '\n', '\r', ' ', ',', '=', ':', '"', 'A', '\uFEFF', '\u2028', 'ف'),
        maxLength: 200,
      }),
      fc.array(fc.oneof(segmentTag, masterTag, fc.string()), { maxLength: 20 }).map((lines) => lines.join('\n')),
    );
    fc.assert(
      fc.property(noise, fc.boolean(), (text, isHeaded) => {
        const playlist = parsePlaylist(isHeaded ? `#EXTM3U\n${text}` : text);
        if (playlist) serializePlaylist(playlist);
        listMediaFiles(text);
        getAttribute(text, 'EXT-X-MAP', 'URI');
        expect(splitAtUris(text).length % 2).toBe(1);
      }),
      { numRuns: 200 },
    );
    expect(parsePlaylist('')).toBeNull();
    expect(parsePlaylist('<html>')).toBeNull();
    expect(parsePlaylist('#EXTM3U8\n')).toBeNull();
  });

  it('is read in a time that grows with its length alone', () => {
    const attributes = 'A="b",'.repeat(20_000);
    const begun = performance.now();
    expect(getAttribute(`#EXT-X-MAP:${attributes}`, 'EXT-X-MAP', 'URI')).toBeUndefined();
    expect(parsePlaylist(`#EXTM3U\n#EXT-X-MEDIA:${'"'.repeat(100_000)}\n`)).not.toBeNull();
    const keys = Array.from(
      { length: 8000 },
      (_, at) => `#EXT-X-KEY:METHOD=X,KEYFORMAT="${String(at)}"\n${String(at)}.m4s`,
    );
    expect(parsePlaylist(`#EXTM3U\n${keys.join('\n')}\n`)).not.toBeNull();
    expect(performance.now() - begun).toBeLessThan(3000);
  });
});

describe('a media playlist', () => {
  const segments = (text: string) => parseMediaPlaylist(text)?.segments ?? [];

  it('gives each segment the tags in force', () => {
    const text = `#EXTM3U
#EXT-X-TARGETDURATION:4
#EXT-X-MAP:URI="a,URI=b.mp4"
#EXT-X-KEY:METHOD=AES-128,URI="key1"
#EXT-X-KEY:METHOD=SAMPLE-AES,URI="key2",KEYFORMAT="com.apple"
#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z
#EXTINF:4.000001,the title
#EXT-X-BYTERANGE:100@50
one.m4s
#EXTINF:2
#EXT-X-BYTERANGE:30
one.m4s
#EXT-X-DISCONTINUITY
#EXT-X-KEY:METHOD=NONE
#EXT-X-MAP:URI="c.mp4"
#EXTINF:1.5,
two.m4s
#EXT-X-ENDLIST
`;
    const [first, second, third] = segments(text);
    expect(first).toMatchObject({ uri: 'one.m4s', durationUs: 4_000_001, byteRange: { length: 100, offset: 50 } });
    expect(first?.keys).toHaveLength(2);
    expect(first?.programTime).toBe(Date.parse('2026-01-01T00:00:00Z'));
    expect(second).toMatchObject({ durationUs: 2_000_000, byteRange: { length: 30, offset: 150 }, map: first?.map });
    expect(second?.programTime).toBeCloseTo(Date.parse('2026-01-01T00:00:04Z'), 1);
    expect(third).toMatchObject({ discontinuity: true, byteRange: null, keys: ['#EXT-X-KEY:METHOD=NONE'] });
    expect([first, second].map((segment) => segment?.discontinuity)).toEqual([false, false]);
    expect(listMediaFiles(text)).toEqual(['a,URI=b.mp4', 'one.m4s', 'c.mp4', 'two.m4s']);
    expect(parseMediaPlaylist(text)?.head).toEqual(['#EXTM3U', '#EXT-X-TARGETDURATION:4']);
    expect(parseMediaPlaylist(text)?.tail).toEqual(['#EXT-X-ENDLIST']);
  });

  it('knows the keys of a map from those of its segment: a line after the map is not for it', () => {
    const [key, map] = [
      (iv: number) => `#EXT-X-KEY:METHOD=AES-128,URI="key",IV=0x${String(iv)}`,
      '#EXT-X-MAP:URI="i.mp4"',
    ];
    const text = ['#EXTM3U', key(1), map, key(2), '#EXTINF:4,', 'a.m4s', '#EXTINF:4,', 'b.m4s', ''].join('\n');
    expect(segments(text).map(({ mapKeys, keys }) => [mapKeys, keys])).toEqual([
      [[key(1)], [key(2)]],
      [[key(1)], [key(2)]],
    ]);
    expect(segments(text.replace(`${key(1)}\n`, ''))[0]).toMatchObject({ mapKeys: [], keys: [key(2)] });
  });

  it('that we build is one to another parser, and read back as it was built', () => {
    const segment = fc.record(
      {
        uri,
        durationUs: fc.integer({ min: 1, max: 6e6 }),
        discontinuity: fc.boolean(),
        map: uri,
        programTimeMs: fc.nat(4e12),
      },
      { requiredKeys: ['uri', 'durationUs'] },
    );
    const playlist: fc.Arbitrary<NewMediaPlaylist> = fc.record(
      {
        targetSeconds: fc.constant(6),
        mediaSequence: fc.nat(1e9),
        discontinuitySequence: fc.nat(1e6),
        isIndependent: fc.boolean(),
        type: fc.constantFrom('EVENT', 'VOD'),
        segments: fc.array(segment, { minLength: 1, maxLength: 10 }),
      },
      { requiredKeys: ['targetSeconds', 'mediaSequence', 'segments'] },
    );
    fc.assert(
      fc.property(playlist, (built) => {
        const text = buildMediaPlaylist(built);
        const other = parse(text);
        if (other.isMasterPlaylist) throw new Error('a master playlist');
        expect(other.mediaSequenceBase).toBe(built.mediaSequence);
        expect(other.endlist).toBe(built.type === 'VOD');
        expect(other.segments.map((one) => one.uri)).toEqual(built.segments.map((one) => one.uri));
        const picked = segments(text).map(({ uri: path, durationUs, discontinuity }) => [
          path,
          durationUs,
          discontinuity,
        ]);
        expect(picked).toEqual(built.segments.map((one) => [one.uri, one.durationUs, one.discontinuity ?? false]));
      }),
    );
  });
});

describe('a master playlist', () => {
  it('has its renditions and variants with their attributes', () => {
    const master = parseMasterPlaylist(`#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="x,URI=no",LANGUAGE="fa",DEFAULT=YES,URI="fa.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=10,AVERAGE-BANDWIDTH=8,CODECS="a,b", RESOLUTION=640x360,FRAME-RATE=24.5,AUDIO="a"
360.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=2
audio.m3u8
`);
    expect(master && listRenditions(master)).toMatchObject([
      { type: 'AUDIO', groupId: 'a', language: 'fa', isDefault: true, uri: 'fa.m3u8' },
    ]);
    expect(master && listVariants(master)).toMatchObject([
      {
        ...{ uri: '360.m3u8', bandwidth: 10, averageBandwidth: 8, codecs: 'a,b', frameRate: 24.5 },
        ...{ size: { width: 640, height: 360 }, groups: { AUDIO: 'a', SUBTITLES: null } },
      },
      { uri: 'audio.m3u8', bandwidth: 2, averageBandwidth: null, size: null },
    ]);
  });

  it('that we build is one to another parser, whatever the names of its tracks hold', () => {
    const rendition: fc.Arbitrary<NewRendition> = fc.record(
      {
        type: fc.constant('AUDIO'),
        groupId: fc.constant('a'),
        name: fc.string({ minLength: 1, unit: fc.constantFrom('x', '"', ',', '\n', 'ف', ' ') }),
        language: fc.constant('fa'),
        isDefault: fc.constant(false),
        uri,
      },
      { requiredKeys: ['type', 'groupId', 'name', 'isDefault', 'uri'] },
    );
    const variant: fc.Arbitrary<NewVariant> = fc.record({
      bandwidth: fc.double({ min: 1, max: 9e6, noNaN: true }),
      averageBandwidth: fc.integer({ min: 1, max: 9e6 }),
      codecs: fc.constant('avc1.4D401E,mp4a.40.2'),
      picture: fc.option(fc.constant({ width: 640, height: 360, frameRate: 24 })),
      audio: fc.constant('a'),
      uri,
    });
    const renditions = fc.uniqueArray(rendition, {
      minLength: 1,
      maxLength: 3,
      selector: ({ name }) => name.replaceAll(/["\n]/g, ' ').trim(),
    });
    fc.assert(
      fc.property(renditions, fc.array(variant, { minLength: 1, maxLength: 4 }), (tracks, variants) => {
        const text = buildMasterPlaylist(tracks, variants);
        const other = parse(text);
        if (!other.isMasterPlaylist) throw new Error('no master playlist');
        const master = parseMasterPlaylist(text);
        expect(master && listRenditions(master)).toHaveLength(tracks.length);
        const read = (master ? listVariants(master) : []).map((one) => [one.uri, one.bandwidth, one.size?.height]);
        expect(read).toEqual(variants.map((one) => [one.uri, Math.ceil(one.bandwidth), one.picture?.height]));
        expect(other.variants.map((one) => one.uri)).toEqual(variants.map((one) => one.uri));
      }),
    );
  });
});
