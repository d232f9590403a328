/** Looks at what was written, as a player would: every variant through the master playlist, lengths, key frames, size. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { AUDIO, getLength, getRate, listRenditions, MAX_TOTAL_BYTES } from '@pardeh/demo-assets/clips/config';
import { ffmpeg } from '@pardeh/demo-assets/clips/ffmpeg';
import { filesBelow } from './hls.ts';
import { ffprobe } from '../ingest/ffmpeg.ts';
import { avcCodec, SEGMENT_SECONDS } from '../ingest/segments.ts';

interface Program {
  streams: {
    codec_type: string;
    codec_name: string;
    width?: number;
    height?: number;
    pix_fmt?: string;
    channels?: number;
  }[];
}

function must(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new Error(`Check failed: ${sentence}`);
}

/** Throws where a clip is not right; returns one line per rendition. */
export function checkClip(clip: string): string[] {
  const master = path.join(clip, 'master.m3u8');
  const { programs } = ffprobe(['-show_programs', master]) as { programs: Program[] };
  // The last one is the sound alone.
  const videos = listRenditions(path.basename(clip));
  must(programs.length === videos.length + 1, `${master} has ${programs.length} variants`);
  const lines = videos.map(({ name, width, height }, index) => {
    const streams = programs[index]?.streams ?? [];
    const video = streams.find((stream) => stream.codec_type === 'video');
    const audio = streams.find((stream) => stream.codec_type === 'audio');
    must(
      video?.width === width && video.height === height && video.pix_fmt === 'yuv420p',
      `${name} is not ${width}x${height} yuv420p`,
    );
    must(audio?.codec_name === 'aac' && audio.channels === 2, `${name} has no stereo AAC`);
    // -xerror makes a damaged packet an error instead of a remark.
    const tracks = ['-map', `0:p:${index}:v`, '-map', `0:p:${index}:a`];
    const message = ffmpeg(['-xerror', '-i', master, ...tracks, '-f', 'null', '-']);
    must(message === '', `${name}: ${message}`);
    return `${path.basename(clip)} ${name}: ${avcCodec(path.join(clip, name))},mp4a.40.2`;
  });
  const seconds = getLength(path.basename(clip));
  for (const { name } of videos) checkKeyFrames(path.join(clip, name), seconds, getRate(path.basename(clip)));
  const sound = path.join(clip, AUDIO.name, 'index.m3u8');
  const { format } = ffprobe(['-show_format', sound]) as { format: { duration: string } };
  must(Math.abs(Number(format.duration) - seconds) < 0.1, `the sound lasts ${format.duration} s`);
  return lines;
}

function checkKeyFrames(folder: string, seconds: number, rate: number): void {
  const packetOptions = ['-select_streams', 'v', '-show_packets', '-show_entries', 'packet=flags'];
  const { packets } = ffprobe([...packetOptions, path.join(folder, 'index.m3u8')]) as { packets: { flags: string }[] };
  must(packets.length === rate * seconds, `${folder} has ${packets.length} frames`);
  packets.forEach(({ flags }, index) => {
    const isFirst = index % (rate * SEGMENT_SECONDS) === 0;
    must(
      flags.startsWith('K') === isFirst,
      `${folder}: frame ${index} ${isFirst ? 'should' : 'should not'} be a key frame`,
    );
  });
  const scale = readFileSync(path.join(folder, 'init.mp4'));
  const ticks = scale.readUInt32BE(scale.indexOf('mdhd') + 16);
  for (let index = 0; index < seconds / SEGMENT_SECONDS; index += 1) {
    const start = readStart(readFileSync(path.join(folder, `seg-${index}.m4s`)));
    must(start === index * SEGMENT_SECONDS * ticks, `${folder}: segment ${index} begins at ${start / ticks} s`);
  }
}

/**
 * Display time of a segment's first picture, in ticks: tfdt plus the first offset of trun. Read from the boxes,
 * because ffprobe moves a stream with negative offsets by its smallest one and says 0.083 for a film that begins at 0.
 */
function readStart(segment: Buffer): number {
  const decode = Number(segment.readBigUInt64BE(segment.indexOf('tfdt') + 8));
  const trun = segment.indexOf('trun') + 4;
  const flags = segment.readUInt32BE(trun) & 0xffffff;
  // Each flag that is set puts four more bytes before the offset: data offset, first flags, duration, size, flags.
  const before = [0x1, 0x4, 0x100, 0x200, 0x400].filter((flag) => flags & flag).length;
  return decode + (flags & 0x800 ? segment.readInt32BE(trun + 8 + before * 4) : 0);
}

/** The bytes of everything below `folder`; throws above the ceiling. */
export function checkTotal(folder: string): number {
  const total = filesBelow(folder).reduce((sum, { bytes }) => sum + bytes, 0);
  must(total <= MAX_TOTAL_BYTES, `${total} bytes are more than ${MAX_TOTAL_BYTES}`);
  return total;
}
