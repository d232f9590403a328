import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storyboardCues, planStoryboard, videoArgs } from '../../../tools/ingest/encode.ts';
import { toFfmpegError } from '../../../tools/ingest/ffmpeg.ts';
import { ladder, computePrice } from '../../../tools/ingest/ladder.ts';
import { masterPlaylist } from '../../../tools/ingest/master.ts';
import { parseOptions } from '../../../tools/ingest/options.ts';
import { parseSource } from '../../../tools/ingest/probe.ts';
import { progressLine } from '../../../tools/ingest/progress.ts';
import { readRenditions, filterPlaylist } from '../../../src/features/hls/master-playlist.ts';

const names = (width: number, height: number) => ladder({ width, height }).map(({ name }) => name);

describe('the ladder of qualities', () => {
  it.each([
    [1920, 1080, ['240p', '360p', '480p', '720p', '1080p']],
    [3840, 2160, ['240p', '360p', '480p', '720p', '1080p']],
    [1920, 800, ['240p', '360p', '480p', '720p', '800p']],
    [1280, 720, ['240p', '360p', '480p', '720p']],
    [720, 576, ['240p', '360p', '480p', '576p']],
    [640, 360, ['240p', '360p']],
    [320, 180, ['180p']],
  ])('of %i×%i', (width, height, expected) => {
    expect(names(width, height)).toEqual(expected);
  });

  it('never enlarges, keeps the shape, and gives more to what is larger', () => {
    const side = fc.integer({ min: 16, max: 4320 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const rungs = ladder({ width, height });
        expect(rungs.length).toBeGreaterThan(0);
        for (const rung of rungs) {
          expect(rung.height).toBeLessThanOrEqual(height);
          expect(rung.width).toBeLessThanOrEqual(Math.max(2, width));
          expect([rung.width % 2, rung.height % 2]).toEqual([0, 0]);
          expect(Math.abs(rung.width - (width * rung.height) / height)).toBeLessThanOrEqual(2);
          expect(rung.kbps).toBeGreaterThan(0);
        }
        const rates = rungs.map(({ kbps }) => kbps);
        expect(rates).toEqual([...rates].sort((a, b) => a - b));
      }),
    );
  });

  it('is cut at the same seconds in every quality', () => {
    const clock = { rate: { num: 25, den: 1 }, shift: 0, frames: 250 };
    const args = videoArgs({ file: 'film.mkv', clock, first: 0, folder: 'out' }, ladder({ width: 1920, height: 1080 }));
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
      subtitles: [
        { language: 'fa', file: 'a.srt' },
        { language: 'en', file: 'b.VTT' },
      ],
      toman: null,
      remote: true,
      acceptDamage: false,
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
    [['a', '--title', 'movie/3', '--subs', 'fa=a.txt'], 'subtitles are .srt or .vtt'],
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
    expect(wide).toMatchObject({ width: 1920, height: 1080, seconds: 90.5, audio: [{ stream: 0, language: 'fa' }] });
    expect(wide.frameRate.average).toBeCloseTo(23.976);
    const turned = { ...video, side_data_list: [{ rotation: -90 }] };
    expect(parseSource({ streams: [turned, sound, { codec_type: 'audio' }], format }, 'a')).toMatchObject({
      ...{ width: 1080, height: 1440 },
      audio: [{ stream: 0 }, { stream: 1, language: null }],
    });
  });

  it.each([
    [[sound], format, 'a is not a video'],
    [[{ ...video, disposition: { attached_pic: 1 } }, sound], format, 'a is not a video'],
    [[video, sound], {}, 'a is not a video'],
    [[video], format, 'a has no sound'],
  ])('without picture or sound is refused (%#)', (streams, match, message) => {
    expect(() => parseSource({ streams, format: match }, 'a')).toThrow(message);
  });
});

describe('what is written of a film', () => {
  it('is a master playlist with its sound, its subtitles, and the sound alone', () => {
    const text = masterPlaylist({
      videos: [
        { name: '240p', width: 426, height: 240, codec: 'avc1.4D4015', frameRate: 24, peak: 150_000, mean: 100_000 },
        { name: '360p', width: 640, height: 360, codec: 'avc1.4D401E', frameRate: 24, peak: 300_000, mean: 250_000 },
      ],
      audio: [
        { name: 'audio', language: 'fa', peak: 70_000, mean: 64_000 },
        { name: 'audio-1', language: null, peak: 60_000, mean: 50_000 },
      ],
      subtitles: ['fa', 'en'],
    });
    expect(readRenditions(text)).toEqual({
      renditions: [
        { height: 240, bandwidth: 164_000 },
        { height: 360, bandwidth: 314_000 },
      ],
      audioBandwidth: 64_000,
      subtitles: ['fa', 'en'],
    });
    expect(text).toContain('NAME="فارسی",LANGUAGE="fa",DEFAULT=YES');
    expect(text).toContain('NAME="Track 2",LANGUAGE="und",DEFAULT=NO');
    expect(filterPlaylist(text, { maxHeight: null, audioOnly: true })).toContain('\naudio/index.m3u8\n');
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
