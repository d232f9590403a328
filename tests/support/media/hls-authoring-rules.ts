import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Rules of Apple's "HLS Authoring Specification for Apple Devices" and RFC 8216 over a published folder, read from the
 * files alone. It imports nothing of ours. Numbers in messages are the sections.
 */

interface Tag {
  name: string;
  attributes: Record<string, string>;
  value: string;
  uri: string;
}

function parseTags(text: string): Tag[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.flatMap((line, at) => {
    const [, name, value = ''] = /^#(EXT[A-Z0-9-]*)(?::(.*))?$/.exec(line) ?? [];
    if (name === undefined) return [];
    const pairs = [...value.matchAll(/([A-Z0-9-]+)=("([^"]*)"|[^",]*)/g)];
    const attributes = Object.fromEntries(pairs.map(([, key = '', raw = '', quoted]) => [key, quoted ?? raw]));
    const uri = lines.slice(at + 1).find((next) => !next.startsWith('#')) ?? '';
    return [{ name, value, attributes, uri }];
  });
}

interface MediaSegment {
  file: string;
  seconds: number;
  bytes: number;
}

function listSegments(playlist: string): MediaSegment[] {
  let range: string | undefined;
  let seconds = 0;
  return readFileSync(playlist, 'utf8')
    .split('\n')
    .flatMap((line): MediaSegment[] => {
      if (line.startsWith('#EXTINF:')) seconds = parseFloat(line.slice(8));
      if (line.startsWith('#EXT-X-BYTERANGE:')) range = line.slice(17);
      if (line === '' || line.startsWith('#')) return [];
      const file = join(dirname(playlist), line);
      const bytes = range === undefined ? statSync(file).size : parseInt(range, 10);
      range = undefined;
      return [{ file, seconds, bytes }];
    });
}

/** Peak and mean in bits per second, as RFC 8216, 4.1 defines them. */
function measureRates(playlist: string): { peak: number; mean: number } {
  const segments = listSegments(playlist);
  const target = Number(/#EXT-X-TARGETDURATION:(\d+)/.exec(readFileSync(playlist, 'utf8'))?.[1]);
  let peak = 0;
  for (let from = 0; from < segments.length; from += 1) {
    let [bits, seconds] = [0, 0];
    for (const segment of segments.slice(from)) {
      bits += segment.bytes * 8;
      seconds += segment.seconds;
      if (seconds >= target / 2 && seconds <= target * 1.5) peak = Math.max(peak, bits / seconds);
    }
  }
  const sum = (pick: (segment: MediaSegment) => number) => segments.reduce((total, one) => total + pick(one), 0);
  return { peak, mean: sum(({ bytes }) => bytes * 8) / sum(({ seconds }) => seconds) };
}

export function listViolations(folder: string): string[] {
  const tags = parseTags(readFileSync(join(folder, 'master.m3u8'), 'utf8'));
  const select = (name: string) => tags.filter((tag) => tag.name === name);
  const media = select('EXT-X-MEDIA');
  const variants = select('EXT-X-STREAM-INF');
  const iFrames = select('EXT-X-I-FRAME-STREAM-INF');
  const pictures = variants.filter(({ attributes }) => attributes['RESOLUTION'] !== undefined);
  const lists = [
    ...variants.map(({ uri }) => uri),
    ...[...media, ...iFrames].map(({ attributes }) => attributes['URI'] ?? ''),
  ];
  return [
    ...(select('EXT-X-INDEPENDENT-SEGMENTS').length === 1 ? [] : ['9.x: EXT-X-INDEPENDENT-SEGMENTS is missing']),
    ...(iFrames.length > 0 ? [] : ['6.1: there is no I-frame playlist']),
    ...pictures.flatMap((variant) => checkPicture(folder, variant, media)),
    ...iFrames.flatMap((stream) => checkIFrames(folder, stream, pictures)),
    ...checkRenditions(media),
    ...[...new Set(lists)].flatMap((uri) => checkMediaPlaylist(folder, uri)),
  ];
}

function checkPicture(folder: string, { attributes, uri }: Tag, media: readonly Tag[]): string[] {
  const required = [
    'BANDWIDTH',
    'AVERAGE-BANDWIDTH',
    'CODECS',
    'FRAME-RATE',
    'VIDEO-RANGE',
    'CLOSED-CAPTIONS',
    'AUDIO',
  ];
  const missing = required.filter((name) => attributes[name] === undefined);
  const sounds = media.filter((tag) => tag.attributes['GROUP-ID'] === attributes['AUDIO']);
  const picture = measureRates(join(folder, uri));
  const rates = sounds.map((tag) => measureRates(join(folder, tag.attributes['URI'] ?? '')));
  const peak = picture.peak + Math.max(...rates.map((rate) => rate.peak));
  const mean = picture.mean + Math.max(...rates.map((rate) => rate.mean));
  const isClose = (declared: string | undefined, measured: number) => Math.abs(Number(declared) / measured - 1) <= 0.1;
  return [
    ...missing.map((name) => `9.x: ${uri} has no ${name}`),
    ...(isClose(attributes['BANDWIDTH'], peak) ? [] : [`4.x: BANDWIDTH of ${uri} is not ${String(peak)}`]),
    ...(isClose(attributes['AVERAGE-BANDWIDTH'], mean) ? [] : [`4.x: AVERAGE-BANDWIDTH of ${uri}: ${String(mean)}`]),
    ...(peak <= mean * 2 ? [] : [`4.x: the peak of ${uri} is more than twice its mean`]),
  ];
}

function checkIFrames(folder: string, { attributes }: Tag, pictures: readonly Tag[]): string[] {
  const uri = attributes['URI'] ?? '';
  const playlist = readFileSync(join(folder, uri), 'utf8');
  const isKnown = pictures.some((picture) => picture.attributes['RESOLUTION'] === attributes['RESOLUTION']);
  const outside = [...playlist.matchAll(/#EXT-X-BYTERANGE:(\d+)@(\d+)\n(.+)/g)].filter(
    ([, length, offset, file = '']) =>
      Number(length) + Number(offset) > statSync(join(folder, dirname(uri), file)).size,
  );
  const slow = listSegments(join(folder, uri)).filter(({ seconds }) => seconds > 2.001);
  return [
    ...(isKnown ? [] : [`6.x: ${uri} has a RESOLUTION of its own`]),
    ...(playlist.includes('#EXT-X-I-FRAMES-ONLY\n') ? [] : [`RFC 8216, 4.3.3.6: ${uri} is not I-frames only`]),
    ...(outside.length === 0 ? [] : [`RFC 8216, 4.3.2.2: ranges of ${uri} are outside of their files`]),
    ...(slow.length === 0 ? [] : [`1.x: key frames of ${uri} are more than 2 s apart`]),
  ];
}

/** RFC 8216, 4.3.4.1.1 and 4.3.4.2.1; Apple's sections 4 and 5. */
function checkRenditions(media: readonly Tag[]): string[] {
  const groups = Map.groupBy(media, ({ attributes }) => attributes['GROUP-ID'] ?? '');
  return [...groups].flatMap(([group, tags]) => {
    const list = (name: string) => tags.map(({ attributes }) => attributes[name] ?? '');
    const defaults = list('DEFAULT').filter((value) => value === 'YES').length;
    const isSound = tags[0]?.attributes['TYPE'] === 'AUDIO';
    const tellApart = tags.map(({ attributes }) =>
      ['LANGUAGE', 'FORCED', 'CHARACTERISTICS'].map((name) => attributes[name]).join('|'),
    );
    return [
      ...(new Set(list('NAME')).size === tags.length ? [] : [`a NAME is twice in ${group}`]),
      ...(new Set(tellApart).size === tags.length ? [] : [`automatic choice cannot tell tracks of ${group} apart`]),
      ...(defaults <= 1 ? [] : [`${group} has several defaults`]),
      ...(!isSound || list('CHANNELS').every((value) => /^\d+$/.test(value)) ? [] : [`${group} has no CHANNELS`]),
      ...(list('LANGUAGE').every((value) => value !== '') ? [] : [`${group} has no LANGUAGE`]),
    ];
  });
}

function checkMediaPlaylist(folder: string, uri: string): string[] {
  const file = join(folder, uri);
  if (!existsSync(file)) return [`${uri} does not exist`];
  const text = readFileSync(file, 'utf8');
  const target = Number(/#EXT-X-TARGETDURATION:(\d+)/.exec(text)?.[1]);
  const segments = listSegments(file);
  const long = segments.filter(({ seconds }) => Math.round(seconds) > target);
  const texts = segments.filter((segment) => segment.file.endsWith('.vtt'));
  const unmapped = texts.filter((segment) => !/^WEBVTT\nX-TIMESTAMP-MAP=/.test(readFileSync(segment.file, 'utf8')));
  return [
    ...(long.length === 0 ? [] : [`RFC 8216, 4.3.3.1: ${uri} has segments above its target duration`]),
    ...(text.includes('#EXT-X-PLAYLIST-TYPE:VOD\n') ? [] : [`${uri} is not VOD`]),
    ...(text.endsWith('#EXT-X-ENDLIST\n') ? [] : [`${uri} has no end`]),
    ...(texts.length > 0 || text.includes('#EXT-X-MAP:') ? [] : [`${uri} has no EXT-X-MAP`]),
    ...(texts.length > 0 || target <= 6 ? [] : [`7.5: ${uri} has a target duration above 6 s`]),
    ...(unmapped.length === 0 ? [] : [`RFC 8216, 3.5: ${uri} has no X-TIMESTAMP-MAP`]),
  ];
}
