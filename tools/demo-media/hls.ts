import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  AUDIO,
  buildEncoding,
  getLength,
  getRate,
  isStory,
  listRenditions,
  type Rendition,
} from '@pardeh/demo-assets/clips/config';
import { ffmpeg } from '@pardeh/demo-assets/clips/ffmpeg';
import { HEIGHT } from '@pardeh/demo-assets/clips/frame';
import { SHOT_SECONDS, TRAILER_SHOTS } from '@pardeh/demo-assets/clips/stories';
import {
  buildMasterPlaylist,
  buildMediaPlaylist,
  type NewIFrameStream,
  type NewRendition,
  type NewSegment,
} from '@pardeh/hls/build-playlist';
import { listFirstSamples } from '../ingest/fragments.ts';
import {
  avcCodec,
  freshFolder,
  KEY_FRAMES,
  rates,
  readKeyFrameRates,
  SEGMENT_SECONDS,
  segmentArgs,
  type Rates,
} from '../ingest/segments.ts';

/**
 * Two passes, because only they hit a size that small evenly; one of even quality for the flat pictures of a story, whose
 * largest picture is copied as it was drawn.
 */
export function encodeVideo(film: string, clip: string, rendition: Rendition, scratch: string): void {
  const folder = freshFolder(clip, rendition.name);
  const segments = segmentArgs(folder, '+cmaf+negative_cts_offsets');
  const { name, width, height } = rendition;
  const isFlat = isStory(path.basename(clip));
  if (isFlat && height === HEIGHT) {
    ffmpeg(['-i', film, '-c', 'copy', '-map_metadata', '-1', '-fflags', '+bitexact', ...segments]);
    return;
  }
  const encode = [
    ...['-i', film, '-an', '-vf', `scale=${width}:${height}:flags=lanczos,setsar=1`, '-c:v', 'libx264'],
    ...[...buildEncoding(path.basename(clip), rendition, SEGMENT_SECONDS), '-passlogfile', path.join(scratch, name)],
  ];
  if (!isFlat) ffmpeg([...encode, '-pass', '1', '-f', 'null', '-']);
  ffmpeg([...encode, ...(isFlat ? [] : ['-pass', '2']), ...segments]);
}

/** Cuts a trailer's picture out of a story's largest one, segment by segment as it is, in a row of its own. */
export function cutTrailer(clip: string, film: string, scratch: string): void {
  const folder = path.join(clip, '720p');
  const segments = TRAILER_SHOTS.map((at) => `seg-${Math.ceil((at * SHOT_SECONDS) / SEGMENT_SECONDS)}.m4s`);
  const cut = path.join(scratch, 'cut.mp4');
  for (const file of ['init.mp4', ...segments]) appendFileSync(cut, readFileSync(path.join(folder, file)));
  const start = `STARTDTS+N/${getRate(path.basename(clip))}/TB`;
  ffmpeg(['-i', cut, '-c', 'copy', '-bsf:v', `setts=dts=${start}:pts=${start}+PTS-DTS`, film]);
}

export function encodeAudio(music: string, clip: string): void {
  const folder = freshFolder(clip, AUDIO.name);
  // The encoder puts one frame of silence before the sound; with the full length the last segment would be a single frame.
  const name = path.basename(clip);
  const length = String(getLength(name) - 0.03);
  const kbps = isStory(name) ? AUDIO.storyKbps : AUDIO.kbps;
  const encode = [
    ...['-i', music, '-t', length, '-vn', '-c:a', 'aac', '-b:a', `${kbps}k`, '-ac', '2'],
    ...['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact'],
  ];
  ffmpeg([...encode, ...segmentArgs(folder, '+cmaf')]);
}

/** The AAC encoder of ffmpeg makes Low Complexity only (object type 2). */
const AAC_CODEC = 'mp4a.40.2';

/** A variant with a picture from its folder in a clip. Rates in bits per second. */
export function toVariant(clip: string, { name, width, height }: Rendition, audio: Rates) {
  const video = rates(path.join(clip, name));
  return {
    bandwidth: video.peak + audio.peak,
    averageBandwidth: video.mean + audio.mean,
    codecs: `${avcCodec(path.join(clip, name))},${AAC_CODEC}`,
    picture: { width, height, frameRate: getRate(path.basename(clip)) },
    audio: 'audio',
    uri: `${name}/index.m3u8`,
  };
}

/** The key frames of the smallest picture, for the previews of the player. */
function writeKeyFrames(clip: string): NewIFrameStream {
  const { name, width, height } = listRenditions(path.basename(clip)).reduce((least, video) =>
    video.kbps < least.kbps ? video : least,
  );
  const folder = path.join(clip, name);
  const segments = Array.from({ length: getLength(path.basename(clip)) / SEGMENT_SECONDS }, (_, at): NewSegment => {
    const uri = `seg-${at}.m4s`;
    const [byteRange] = listFirstSamples(readFileSync(path.join(folder, uri)));
    if (!byteRange) throw new Error(`${uri} has no picture`);
    return { uri, durationUs: SEGMENT_SECONDS * 1e6, byteRange, ...(at === 0 && { map: 'init.mp4' }) };
  });
  const head = { targetSeconds: SEGMENT_SECONDS, mediaSequence: 0, isIndependent: true, type: 'VOD' as const };
  writeFileSync(path.join(folder, KEY_FRAMES), buildMediaPlaylist({ ...head, isIFramesOnly: true, segments }));
  const { peak, mean } = readKeyFrameRates(folder);
  return {
    ...{ bandwidth: peak, averageBandwidth: mean, codecs: avcCodec(folder), picture: { width, height } },
    uri: `${name}/${KEY_FRAMES}`,
  };
}

export function writeMaster(clip: string): void {
  const audio = rates(path.join(clip, AUDIO.name));
  const uri = `${AUDIO.name}/index.m3u8`;
  const toSubtitles = (language: string, name: string, isDefault: boolean): NewRendition => ({
    ...{ type: 'SUBTITLES', groupId: 'subs', name, language, isDefault },
    uri: `subs/${language}.m3u8`,
  });
  const renditions: NewRendition[] = [
    { type: 'AUDIO', groupId: 'audio', name: 'موسیقی', language: 'zxx', isDefault: true, uri },
    toSubtitles('fa', 'فارسی', true),
    toSubtitles('en', 'English', false),
  ];
  // Last, since players without a picture to choose begin with the first; our Worker leaves it out unless asked for it.
  const audioAlone = {
    ...{ bandwidth: audio.peak, averageBandwidth: audio.mean, codecs: AAC_CODEC, picture: null, audio: 'audio', uri },
  };
  const variants = listRenditions(path.basename(clip)).map((video) => ({
    ...toVariant(clip, video, audio),
    subtitles: 'subs',
  }));
  const text = buildMasterPlaylist(renditions, [...variants, audioAlone], [writeKeyFrames(clip)]);
  writeFileSync(path.join(clip, 'master.m3u8'), text);
}

/** All files below a folder, with their sizes. */
export function filesBelow(folder: string): { file: string; bytes: number }[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const full = path.join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(full) : [{ file: full, bytes: statSync(full).size }];
  });
}
