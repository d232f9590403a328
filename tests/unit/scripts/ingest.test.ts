import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storyboardCues, planStoryboard, videoArgs } from '../../../tools/ingest/encode.ts';
import {
  chooseFrameRate,
  countFragments,
  countFrames,
  getFirstSample,
  getPictureGrid,
} from '../../../tools/ingest/clock.ts';
import { toFfmpegError } from '../../../tools/ingest/ffmpeg.ts';
import { ladder, computePrice } from '../../../tools/ingest/ladder.ts';
import { describeUnsupportedColor } from '../../../tools/ingest/color.ts';
import { findChapterMarkers, parseMarkers, toChapterRows } from '../../../tools/ingest/chapters.ts';
import { loudnessFilters, parseLoudness, planSounds } from '../../../tools/ingest/sounds.ts';
import { nameSubtitles } from '../../../tools/ingest/texts.ts';
import { getStandardHeight } from '@pardeh/hls/standard-height';
import { parseLanguage, toThreeLetters } from '../../../tools/ingest/languages.ts';
import { masterPlaylist } from '../../../tools/ingest/master.ts';
import { parseOptions } from '../../../tools/ingest/options.ts';
import { parseSource } from '../../../tools/ingest/probe.ts';
import { progressLine } from '../../../tools/ingest/progress.ts';
import { readRenditions, filterPlaylist } from '@pardeh/hls/master-playlist';

const names = (width: number, height: number) => ladder({ width, height }).map(({ name }) => name);

const SDR = {
  ...{ transfer: 'bt709', primaries: 'bt709', matrix: 'bt709', isFullRange: false, peakNits: null, isDolbyOnly: false },
};

describe('the ladder of qualities', () => {
  it.each([
    [1920, 1080, ['240p', '360p', '480p', '720p', '1080p']],
    [3840, 2160, ['240p', '360p', '480p', '720p', '1080p']],
    [1920, 800, ['240p', '360p', '480p', '720p', '1080p']],
    [1998, 1080, ['240p', '360p', '480p', '720p', '1080p']],
    [1440, 1080, ['240p', '360p', '480p', '720p', '1080p']],
    [1080, 1920, ['240p', '360p', '480p', '720p', '1080p']],
    [1280, 536, ['240p', '360p', '480p', '720p']],
    [1500, 628, ['240p', '360p', '480p', '720p', '844p']],
    [1280, 720, ['240p', '360p', '480p', '720p']],
    [720, 576, ['240p', '360p', '480p', '576p']],
    [640, 360, ['240p', '360p']],
    [320, 180, ['180p']],
  ])('of %i×%i', (width, height, expected) => {
    expect(names(width, height)).toEqual(expected);
  });

  it('never enlarges, keeps the shape, has the names that players read, and gives more to what is larger', () => {
    const side = fc.integer({ min: 64, max: 4320 });
    const size = fc.tuple(side, side).filter(([width, height]) => Math.max(width / height, height / width) <= 3);
    fc.assert(
      fc.property(size, ([width, height]) => {
        const rungs = ladder({ width, height });
        expect(rungs.length).toBeGreaterThan(0);
        for (const rung of rungs) {
          expect(rung.height).toBeLessThanOrEqual(height);
          expect(rung.width).toBeLessThanOrEqual(width);
          expect([rung.width % 2, rung.height % 2]).toEqual([0, 0]);
          expect(Math.abs(rung.width - (width * rung.height) / height)).toBeLessThanOrEqual(2 + (2 * width) / height);
          expect(rung.kbps).toBeGreaterThan(0);
          expect(rung.name).toBe(`${String(rung.standard)}p`);
          expect(getStandardHeight(rung)).toBe(rung.standard);
          expect(rung.width * rung.height).toBeLessThanOrEqual((rung.standard * 1.03) ** 2 * (16 / 9));
        }
        expect(new Set(rungs.map(({ name }) => name)).size).toBe(rungs.length);
        const rates = rungs.map(({ kbps }) => kbps);
        expect(rates).toEqual([...rates].sort((a, b) => a - b));
      }),
    );
  });

  it('gives a scope film fewer bits than a whole frame, and the lowest rung at most 120 kbit/s with its sound', () => {
    const [scope, fullFrame] = [ladder({ width: 1920, height: 804 }), ladder({ width: 1920, height: 1080 })];
    scope.forEach(({ kbps }, at) => expect(kbps).toBeLessThan(fullFrame[at]?.kbps ?? 0));
    for (const group of ['audio-low', 'audio-he']) {
      const low = planSounds([], true).find((sound) => sound.group === group);
      expect((fullFrame[0]?.kbps ?? 0) + (low?.kbps ?? NaN)).toBeLessThan(110);
    }
    expect(planSounds([], false).map(({ group }) => group)).toEqual(['audio', 'audio-low']);
  });

  it('is cut at the same seconds in every quality', () => {
    const clock = { rate: { num: 25, den: 1 }, shift: 0, frames: 250 };
    const job = { file: 'film.mkv', clock, first: 0, folder: 'out' };
    const args = videoArgs(
      job,
      { color: SDR, width: 1920, height: 1080, isChanging: false },
      ladder({ width: 1920, height: 1080 }),
    );
    const cuts = args.filter((_, at) => args[at - 1] === '-force_key_frames');
    expect(cuts).toHaveLength(5);
    expect(new Set(cuts).size).toBe(1);
    expect(args.filter((arg) => arg === '-i')).toHaveLength(1);
  });

  it('sells a download for whole thousands, never for nothing', () => {
    expect(computePrice(90, 480)).toBe(11_000);
    expect(computePrice(0, 240)).toBe(1000);
  });
});

describe('the command line', () => {
  it('names a file, a title and subtitles by their languages', () => {
    expect(parseOptions(['film.mkv', '--title', 'movie/12', '--subs', 'fa=a.srt,en=b.VTT', '--remote'])).toEqual({
      file: 'film.mkv',
      title: { kind: 'movie', id: 12 },
      asTrailer: false,
      operator: 'ingest',
      subtitles: [
        { language: 'fa', file: 'a.srt' },
        { language: 'en', file: 'b.VTT' },
      ],
      toman: null,
      markers: null,
      av1: false,
      heAac: false,
      place: { remote: true, data: undefined },
      acceptDamage: false,
      mono: null,
    });
  });

  it('takes a trailer for a series, too', () => {
    expect(parseOptions(['a', '--title', 'series/3', '--trailer'])).toMatchObject({
      title: { kind: 'series', id: 3 },
      asTrailer: true,
    });
  });

  it.each([
    [[], 'Which file?'],
    [['a', 'b', '--title', 'movie/1'], 'Which file?'],
    [['a'], '--title is missing'],
    [['a', '--title', 'movie/0'], '--title is movie/0'],
    [['a', '--title', 'film/3'], '--title is film/3'],
    [['a', '--title', 'series/3'], 'A series plays its episodes'],
    [['a', '--title', 'movie/3', '--subs', 'a.srt'], '--subs has a.srt'],
    [['a', '--title', 'movie/3', '--subs', 'fa=a.doc'], 'subtitles are .srt, .vtt, .ass, .ssa, .txt'],
    [['a', '--title', 'movie/3', '--subs', '???=a.srt'], '--subs has ???=a.srt'],
    [['a', '--title', 'movie/3', '--trailer', '--toman', '9000'], 'A trailer has no price'],
    [['a', '--title', 'movie/3', '--mono', 'both'], '--mono is both'],
    [['a', '--title', 'movie/3', '--toman', '-5'], 'toman'],
    [['a', '--wrong'], "Unknown option '--wrong'"],
  ])('%j is refused in words', (args, message) => {
    expect(() => parseOptions(args)).toThrow(message);
  });
});

describe('what a file is', () => {
  const video = { codec_type: 'video', width: 1440, height: 1080, avg_frame_rate: '24000/1001' };
  const sound = { codec_type: 'audio', tags: { language: 'per' } };
  const format = { duration: '90.5' };

  it('is its size as displayed, its length and its audio tracks', () => {
    const wide = parseSource({ streams: [{ ...video, sample_aspect_ratio: '4:3' }, sound], format }, 'a');
    expect(wide).toMatchObject({ width: 1920, height: 1080, seconds: 90.5, audio: [{ streams: [0], language: 'fa' }] });
    expect(wide.frameRate.average).toBeCloseTo(23.976);
    const turned = { ...video, side_data_list: [{ rotation: -90 }] };
    expect(parseSource({ streams: [turned, sound, { codec_type: 'audio' }], format }, 'a')).toMatchObject({
      ...{ width: 1080, height: 1440 },
      audio: [{ streams: [0] }, { streams: [1], language: null }],
    });
  });

  it.each([
    [[sound], format, 'a is not a video'],
    [[{ ...video, disposition: { attached_pic: 1 } }, sound], format, 'a is not a video'],
    [[video, sound], {}, 'a declares no length'],
  ])('without a picture is refused (%#)', (streams, match, message) => {
    expect(() => parseSource({ streams, format: match }, 'a')).toThrow(message);
  });
});

describe('the language of a track', () => {
  it.each([
    ['fa-IR', 'fa', 'per'],
    ['fa_IR', 'fa', 'per'],
    ['per', 'fa', 'per'],
    ['fas', 'fa', 'per'],
    ['pes', 'fa', 'per'],
    ['prs', 'fa-AF', 'per'],
    ['ger', 'de', 'ger'],
    ['DEU', 'de', 'ger'],
    ['pt-BR', 'pt', 'por'],
    ['pt-PT', 'pt-PT', 'por'],
    ['chi', 'zh', 'chi'],
    ['zh-Hant-TW', 'zh-TW', 'chi'],
    ['en-us', 'en', 'eng'],
    ['iw', 'he', 'heb'],
    ['ckb', 'ckb', 'ckb'],
    ['zxx', 'zxx', 'zxx'],
    ['qaa', 'qaa', 'qaa'],
  ])('%s is %s, and %s in MP4', (tag, language, code) => {
    expect(parseLanguage(tag)).toBe(language);
    expect(toThreeLetters(language)).toBe(code);
  });

  it.each(['', 'und', 'mul', 'xx', 'Persian', '???', 'fa=', '-'])('%j names no language', (tag) => {
    expect(parseLanguage(tag)).toBeNull();
  });
});

describe('the published frame rate', () => {
  it.each([
    [0.2, 0.2, 24],
    [1, 1, 24],
    [5, 5, 25],
    [7.5, 7.5, 30],
    [10, 10, 30],
    [11.3, 11.3, 24],
    [12, 12, 12],
    [15, 15, 15],
    [25, 25, 25],
    [50, 50, 25],
    [60, 60, 30],
    [37.3, 90, 23.976],
  ])('of %d pictures a second, %d at most, is %d', (average, nominal, expected) => {
    const { num, den } = chooseFrameRate({ average, nominal });
    expect(num / den).toBeCloseTo(expected, 2);
  });

  it('has a picture in every fragment and segment', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 240, noNaN: true }), fc.integer({ min: 1, max: 400 }), (fps, seconds) => {
        const rate = chooseFrameRate({ average: fps, nominal: fps });
        const clock = { rate, frames: countFrames(rate, [seconds]) };
        const grid = getPictureGrid(clock);
        for (let at = 0; at < countFragments(grid); at += 1) {
          expect(getFirstSample(grid, at + 1)).toBeGreaterThan(getFirstSample(grid, at));
        }
      }),
    );
  });
});

describe('what is written of a film', () => {
  it('is a master playlist with its sound, its subtitles, and the sound alone', () => {
    const keyFrames = { peak: 20_000, mean: 10_000 };
    const video = { frameRate: 24, keyFrames };
    const sound = {
      codec: 'aac',
      track: 0,
      channels: 2,
      kbps: 64,
      isDescription: false,
      group: 'audio',
      title: '',
    } as const;
    const text = masterPlaylist({
      videos: [
        {
          ...{ ...video, name: '240p', standard: 240, width: 426, height: 240, codec: 'avc1.4D4015' },
          ...{ peak: 150_000, mean: 100_000 },
        },
        {
          ...{ ...video, name: '360p', standard: 360, width: 640, height: 360, codec: 'avc1.4D401E' },
          ...{ peak: 300_000, mean: 250_000 },
        },
      ],
      audio: [
        { ...sound, name: 'audio', language: 'fa', peak: 70_000, mean: 64_000 },
        { ...sound, name: 'audio-1', language: null, peak: 60_000, mean: 50_000 },
      ],
      subtitles: [
        { name: 'fa', language: 'fa', isForced: false, isForDeaf: false },
        { name: 'en', language: 'en', isForced: false, isForDeaf: false },
        { name: 'ar-forced', language: 'ar', isForced: true, isForDeaf: false },
      ],
    });
    expect(readRenditions(text)).toEqual({
      renditions: [
        { height: 240, bandwidth: 164_000 },
        { height: 360, bandwidth: 314_000 },
      ],
      audioBandwidth: 64_000,
      subtitles: [
        { language: 'fa', uri: 'subs/fa.m3u8' },
        { language: 'en', uri: 'subs/en.m3u8' },
      ],
    });
    expect(text).toContain('NAME="فارسی",LANGUAGE="fa",DEFAULT=YES');
    expect(text).toContain('#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=20000,');
    expect(text).toContain('NAME="Track 2",LANGUAGE="und",DEFAULT=NO');
    expect(filterPlaylist(text, { maxHeight: null, audioOnly: true })).toContain('\naudio/index.m3u8\n');
  });

  it('has two dubs in one language under their own names, of which a player chooses the first by itself', () => {
    const tracks = [
      { codec_type: 'audio', tags: { language: 'per', title: 'دوبلهٔ گلوری' } },
      { codec_type: 'audio', tags: { language: 'per', title: 'دوبلهٔ "سورن"' } },
      { codec_type: 'audio', tags: { language: 'eng', title: 'Stereo' } },
      { codec_type: 'audio', tags: { language: 'per', title: 'Audio description' } },
      { codec_type: 'audio', tags: { language: 'per' } },
    ];
    const picture = { codec_type: 'video', width: 426, height: 240 };
    const { audio } = parseSource({ streams: [picture, ...tracks], format: { duration: '9' } }, 'a');
    const rates = { peak: 1, mean: 1 };
    const sounds = planSounds(audio, false).map((sound) => ({ ...sound, ...rates }));
    const text = masterPlaylist({ videos: [], audio: sounds, subtitles: [] });
    const lines = text.split('\n').filter((line) => line.includes('GROUP-ID="audio"'));
    expect(lines.map((line) => /NAME="[^"]*"|DEFAULT=\w+|AUTOSELECT=\w+/g[Symbol.match](line)?.join(' '))).toEqual([
      'NAME="فارسی: دوبلهٔ گلوری" DEFAULT=YES AUTOSELECT=YES',
      'NAME="فارسی: دوبلهٔ  سورن " DEFAULT=NO AUTOSELECT=NO',
      'NAME="English" DEFAULT=NO AUTOSELECT=YES',
      'NAME="فارسی" DEFAULT=NO AUTOSELECT=NO',
      'NAME="فارسی (AD)" DEFAULT=NO AUTOSELECT=YES',
    ]);
  });

  it('is a storyboard that covers every second once, on as many sheets as it needs', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.5, max: 15_000, noNaN: true }), (seconds) => {
        const board = planStoryboard({ width: 426, height: 240 }, seconds);
        const cues = storyboardCues(board, seconds);
        expect(cues[0]?.[0]).toBe(0);
        expect(cues.at(-1)?.[1]).toBe(seconds);
        cues.slice(1).forEach(([from], at) => expect(from).toBe(cues[at]?.[1]));
        expect(new Set(cues.map(([, , text]) => text)).size).toBe(cues.length);
      }),
      { numRuns: 50 },
    );
  });
});

describe('what a film brings along', () => {
  it('is one gain to -23 LUFS, with a limiter only for peaks that would pass, and none for silence', () => {
    expect(loudnessFilters({ integrated: -33, peak: -20 }, 48_000)).toEqual(['volume=10.00dB']);
    expect(loudnessFilters({ integrated: -33, peak: -3 }, 48_000).join()).toContain('alimiter');
    expect(loudnessFilters({ integrated: -14, peak: 0 }, 48_000)).toEqual(['volume=-9.00dB']);
    expect(loudnessFilters({ integrated: -70, peak: -60 }, 48_000)).toEqual([]);
    expect(parseLoudness('Summary:\n I:  -70.0 LUFS\n True peak:\n  Peak:  -inf dBFS')?.integrated).toBe(-70);
    expect(parseLoudness('cut')).toBeNull();
  });

  it('is HDR that this ffmpeg can map, or a refusal', () => {
    const hdr = { ...SDR, transfer: 'smpte2084', primaries: 'bt2020', matrix: 'bt2020nc' };
    expect(describeUnsupportedColor(hdr, ['zscale', 'tonemap'])).toBeNull();
    expect(describeUnsupportedColor(hdr, ['scale'])).toContain('no filter zscale, tonemap');
    expect(describeUnsupportedColor(SDR, [])).toBeNull();
    expect(describeUnsupportedColor({ ...hdr, isDolbyOnly: true }, ['zscale', 'tonemap'])).toContain('Dolby Vision');
  });

  it('is subtitles, each with a name of its own, a language with the first full ones', () => {
    const subtitle = (language: string, isForced = false, isForDeaf = false) => ({
      ...{ language, isForced, isForDeaf, cues: [] },
    });
    const embedded = [subtitle('fa', true), subtitle('fa', false, true), subtitle('fa'), subtitle('en', false, true)];
    const names = (files: ReturnType<typeof subtitle>[]) => nameSubtitles(files, embedded).map(({ name }) => name);
    expect(names([])).toEqual(['fa', 'fa-sdh', 'en', 'fa-forced']);
    expect(names([subtitle('fa')])).toEqual(['fa', 'fa-sdh', 'en', 'fa-forced']);
    const forDeaf = { ...subtitle('fa'), isForDeaf: true };
    expect(
      nameSubtitles([forDeaf, subtitle('fa')], embedded).map(({ name, cues }) => [name, cues === forDeaf.cues]),
    ).toEqual([
      ['fa', false],
      ['fa-sdh', true],
      ['en', false],
      ['fa-forced', false],
    ]);
    expect(nameSubtitles([], [subtitle('fa'), subtitle('fa')]).map(({ name }) => name)).toEqual(['fa', 'fa-2']);
  });

  it('is chapters and markers', () => {
    const chapters = [
      { start: 0.5, end: 90, title: 'Opening' },
      { start: 90, end: 90.2, title: 'short' },
      { start: 90.2, end: 700, title: 'Chapter 02' },
    ];
    const rows = toChapterRows(chapters, -0.5, 600);
    expect(rows).toEqual([
      { starts: 0, ends: 90, name_fa: 'Opening', name_en: 'Opening' },
      { starts: 90, ends: 600, name_fa: 'فصل ۳', name_en: 'Chapter 3' },
    ]);
    expect(findChapterMarkers(rows)).toEqual([{ kind: 'intro', starts: 0, ends: 90 }]);
    expect(parseMarkers('# of S01E01\nintro 0:12 1:02\ncredits 1:00:01,1:02:00\n', 'm')).toEqual([
      { kind: 'intro', starts: 12, ends: 62 },
      { kind: 'credits', starts: 3601, ends: 3720 },
    ]);
    for (const wrong of ['intro 5 5', 'song 1 2', 'intro 1', 'intro 1 2\nintro 3 4']) {
      expect(() => parseMarkers(wrong, 'm')).toThrow(/^m/);
    }
  });
});

describe('what the operator reads', () => {
  it('is how far it is, and how long it takes by what this run has done', () => {
    const line = progressLine('720p', { done: 50, before: 20, total: 80, elapsed: 60_000 });
    expect(line).toBe(' 62 %, 720p, 1 min 00 s left');
    expect(progressLine('240p', { done: 0, before: 0, total: 80, elapsed: 0 })).toContain('time unknown');
  });

  it('is that the disk is full, where ffmpeg says so', () => {
    expect(toFfmpegError('av_interleaved_write_frame(): No space left on device\n').message).toContain('disk is full');
    expect(toFfmpegError('moov atom not found').message).toContain('moov atom not found');
  });
});
