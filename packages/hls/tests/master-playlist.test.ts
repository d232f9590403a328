import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { parse, types } from 'hls-parser';
import { describe, expect, it } from 'vitest';
import {
  readRenditions,
  filterPlaylist,
  keepProtectable,
  listPlaylists,
  singlePicture,
} from '../src/playlist/master-playlist.ts';

const CLIPS = ['clip-1', 'clip-2'].map((clip) =>
  readFileSync(new URL(`media/${clip}/master.m3u8`, import.meta.url), 'utf8'),
);
const ALL = { maxHeight: null, audioOnly: false };
const uris = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
const groups = (text: string, tag: string, attribute: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith(tag))
    .flatMap((line) => new RegExp(`${attribute}="([^"]+)"`).exec(line)?.[1] ?? []);

describe.each(CLIPS.map((text, at) => [`clip-${String(at + 1)}`, text] as const))('the playlist of %s', (_, text) => {
  it('offers its heights with what they take, its sound and its subtitles', () => {
    const { renditions, audioBandwidth, subtitles } = readRenditions(text);
    expect(renditions.map(({ height }) => height)).toEqual([240, 360, 720]);
    expect(renditions.map(({ bandwidth }) => bandwidth)).toEqual(
      [...renditions.map(({ bandwidth }) => bandwidth)].sort((a, b) => a - b),
    );
    expect(audioBandwidth).toBeGreaterThan(40_000);
    expect(audioBandwidth).toBeLessThan(renditions[0]?.bandwidth ?? 0);
    expect(subtitles).toEqual([
      { language: 'fa', uri: 'subs/fa.m3u8' },
      { language: 'en', uri: 'subs/en.m3u8' },
    ]);
  });

  it('without a wish has every height in its order, and no variant of sound alone', () => {
    expect(uris(filterPlaylist(text, ALL))).toEqual(['360p/index.m3u8', '240p/index.m3u8', '720p/index.m3u8']);
  });

  it('is one to another parser, too, whatever was wished for', () => {
    for (const wish of [ALL, { ...ALL, maxHeight: 360 }, { ...ALL, audioOnly: true }]) {
      const made = parse(filterPlaylist(text, wish));
      if (!(made instanceof types.MasterPlaylist)) throw new Error('it is no master playlist');
      const variants = made.variants.filter(({ isIFrameOnly }) => !isIFrameOnly);
      expect(variants.map(({ uri }) => uri)).toEqual(uris(filterPlaylist(text, wish)));
      expect(variants.every(({ audio }) => audio.length === 1)).toBe(true);
      expect(variants.map(({ subtitles }) => subtitles.length)).toEqual(variants.map(() => (wish.audioOnly ? 0 : 2)));
      // The key frames of the smallest picture are for previews, and sound alone has none.
      const frames = made.variants.filter(({ isIFrameOnly }) => isIFrameOnly).map(({ uri }) => uri);
      expect(frames).toEqual(wish.audioOnly ? [] : ['240p/iframes.m3u8']);
    }
  });

  it('with a greatest height has those up to it, and at least the lowest', () => {
    expect(uris(filterPlaylist(text, { ...ALL, maxHeight: 360 }))).toEqual(['360p/index.m3u8', '240p/index.m3u8']);
    expect(uris(filterPlaylist(text, { ...ALL, maxHeight: 100 }))).toEqual(['240p/index.m3u8']);
  });

  it('to be kept has one picture, with its sound and its subtitles', () => {
    const files = ['audio/index.m3u8', 'subs/fa.m3u8', 'subs/en.m3u8'];
    expect(listPlaylists(singlePicture(text, 360))).toEqual([...files, '360p/index.m3u8']);
    expect(listPlaylists(singlePicture(text, 500))).toEqual([...files, '360p/index.m3u8']);
    expect(listPlaylists(singlePicture(text, 100))).toEqual([...files, '240p/index.m3u8']);
  });

  it('of sound alone has neither pictures nor subtitles', () => {
    const sound = filterPlaylist(text, { maxHeight: 360, audioOnly: true });
    expect(uris(sound)).toEqual(['audio/index.m3u8']);
    expect(sound).not.toContain('TYPE=SUBTITLES');
    expect(sound).toContain('TYPE=AUDIO');
  });
});

describe('any playlist', () => {
  const height = fc.constantFrom(144, 240, 360, 480, 720, 1080);
  const name = fc.constantFrom('low', 'high');
  const variant = fc.record({
    height: fc.option(height),
    audio: fc.option(name),
    subtitles: fc.boolean(),
    bandwidth: fc.integer({ min: 1, max: 9e6 }),
  });
  const playlist = fc
    .array(variant, { minLength: 1, maxLength: 8 })
    .map((variants) =>
      [
        '#EXTM3U',
        '#EXT-X-VERSION:7',
        '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="low",NAME="a, b",URI="low.m3u8"',
        '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="high",NAME="a",URI="high.m3u8"',
        '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="فارسی",LANGUAGE="fa",URI="subs/fa.m3u8"',
        ...variants.flatMap((one, at) => [
          `#EXT-X-STREAM-INF:BANDWIDTH=${String(one.bandwidth)},CODECS="avc1.4D401E,mp4a.40.2"` +
            (one.height === null
              ? ''
              : `,RESOLUTION=${String(Math.ceil((one.height * 16) / 9))}x${String(one.height)}`) +
            (one.audio === null ? '' : `,AUDIO="${one.audio}"`) +
            (one.subtitles ? ',SUBTITLES="subs"' : ''),
          `v${String(at)}.m3u8`,
        ]),
      ].join('\r\n'),
    );
  const wish = fc.record({ maxHeight: fc.option(fc.integer({ min: 1, max: 2000 })), audioOnly: fc.boolean() });

  it('keeps at least one variant, none that was not there, and every group that they name, and no other', () => {
    fc.assert(
      fc.property(playlist, wish, (text, wanted) => {
        const made = filterPlaylist(text, wanted);
        expect(made.startsWith('#EXTM3U\n#EXT-X-VERSION:7\n')).toBe(true);
        expect(uris(made).length).toBeGreaterThan(0);
        expect(uris(text.replaceAll('\r', ''))).toEqual(expect.arrayContaining(uris(made)));
        const groupIds = ['AUDIO', 'SUBTITLES'].flatMap((attribute) => groups(made, '#EXT-X-STREAM-INF', attribute));
        expect(new Set(groups(made, '#EXT-X-MEDIA', 'GROUP-ID'))).toEqual(new Set(groupIds));
        expect(filterPlaylist(made, wanted)).toBe(made);
      }),
    );
  });

  it('shows nothing above the greatest height where something is below it', () => {
    fc.assert(
      fc.property(playlist, fc.integer({ min: 144, max: 2000 }), (text, maxHeight) => {
        const before = readRenditions(text).renditions.map((rendition) => rendition.height);
        const after = readRenditions(filterPlaylist(text, { maxHeight, audioOnly: false })).renditions;
        const fits = before.filter((one) => one <= maxHeight);
        const lowest = before.filter((one) => one === Math.min(...before));
        expect(after.map((rendition) => rendition.height)).toEqual(fits.length > 0 ? fits : lowest);
      }),
    );
  });

  it('of a wide film counts by standard heights, hides 5.1 and AV1 from those who did not ask, keeps their key frames', () => {
    const wide = [
      ...['#EXTM3U', '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="a",CHANNELS="2",URI="audio/index.m3u8"'],
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="six",NAME="a",CHANNELS="6",URI="six/index.m3u8"',
      '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="b",LANGUAGE="fa",FORCED=YES,URI="subs/fa-forced.m3u8"',
      ...['#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="avc1.64001F",RESOLUTION=640x268,AUDIO="audio"', '360p.m3u8'],
      ...['#EXT-X-STREAM-INF:BANDWIDTH=2,CODECS="avc1.64001F",RESOLUTION=854x358,AUDIO="audio"', '480p.m3u8'],
      ...['#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="av01.0.04M.08",RESOLUTION=854x358,AUDIO="audio"', 'av1.m3u8'],
      ...['#EXT-X-STREAM-INF:BANDWIDTH=3,CODECS="avc1.64001F",RESOLUTION=854x358,AUDIO="six"', '480p.m3u8'],
      '#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,CODECS="avc1.64001F",RESOLUTION=640x268,URI="360p/iframes.m3u8"',
      '#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,CODECS="avc1.64001F",RESOLUTION=854x358,URI="480p/iframes.m3u8"',
    ].join('\n');
    expect(readRenditions(wide)).toMatchObject({ renditions: [{ height: 360 }, { height: 480 }], subtitles: [] });
    const saver = filterPlaylist(wide, { ...ALL, maxHeight: 360 });
    expect(uris(saver)).toEqual(['360p.m3u8']);
    expect(saver).toContain('360p/iframes.m3u8');
    expect(saver).not.toContain('480p/iframes.m3u8');
    expect(uris(filterPlaylist(wide, ALL))).toEqual(['360p.m3u8', '480p.m3u8', 'av1.m3u8']);
    expect(uris(filterPlaylist(wide, { ...ALL, surround: true }))).toHaveLength(4);
    expect(uris(singlePicture(wide, 480))).toEqual(['480p.m3u8']);
    expect(singlePicture(wide, 480)).not.toContain('I-FRAME');
  });

  it('with HE-AAC is offered whole by the door, also encrypted; copies and lists of renditions have AAC-LC', () => {
    const inGroup = (group: string, sound: string, uri: string) => [
      `#EXT-X-STREAM-INF:BANDWIDTH=9,CODECS="avc1.4D4015,${sound}",RESOLUTION=426x240,AUDIO="${group}"`,
      uri,
    ];
    const master = [
      '#EXTM3U',
      ...['audio-low', 'audio-he'].map(
        (group) => `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="${group}",NAME="a",CHANNELS="2",URI="${group}/index.m3u8"`,
      ),
      ...inGroup('audio-he', 'mp4a.40.5', '240p.m3u8'),
      ...inGroup('audio-low', 'mp4a.40.2', '240p.m3u8'),
    ].join('\n');
    for (const text of [filterPlaylist(master, { ...ALL, maxHeight: 100 }), keepProtectable(master)]) {
      expect(uris(text)).toEqual(['240p.m3u8', '240p.m3u8']);
      expect(groups(text, '#EXT-X-MEDIA', 'URI')).toEqual(['audio-low/index.m3u8', 'audio-he/index.m3u8']);
    }
    expect(readRenditions(master).renditions).toEqual([{ height: 240, bandwidth: 9 }]);
    expect(listPlaylists(singlePicture(master, 240))).toEqual(['audio-low/index.m3u8', '240p.m3u8']);
  });

  it('that is none offers nothing and stays as it is', () => {
    expect(readRenditions('nothing\n')).toEqual({ renditions: [], audioBandwidth: null, subtitles: [] });
    expect(filterPlaylist('nothing\n', ALL)).toBe('nothing\n');
  });
});
