import { problem } from '../lib/progress.ts';
import type { MonoChoice } from './options.ts';
import type { AudioTrack } from './probe.ts';

/** Masters have each channel of a sound as a mono track. Pure. */

/** Channels in the order of SMPTE ST 428-12, as ffmpeg names them, with the names that tracks have. */
const CHANNELS: readonly [channel: string, names: RegExp][] = [
  ['FL', /^(?:l|fl|lf|left|front left)$/i],
  ['FR', /^(?:r|fr|rf|right|front right)$/i],
  ['FC', /^(?:c|fc|cf|cent(?:re|er)|front cent(?:re|er))$/i],
  ['LFE', /^(?:lfe|sub|subwoofer|low frequency(?: effects)?)$/i],
  ['BL', /^(?:ls|sl|bl|left surround|surround left|back left|side left)$/i],
  ['BR', /^(?:rs|sr|br|right surround|surround right|back right|side right)$/i],
];
/** Six channels, and six with a stereo mix behind them. */
const USUAL_COUNTS = [6, 8];

export const LAYOUT_CHANNELS = CHANNELS.map(([channel]) => channel);

/** Joins mono tracks of one language that are the channels of one sound. A Problem where nobody can tell. */
export function groupMonoTracks(tracks: readonly AudioTrack[], choice: MonoChoice, file: string): AudioTrack[] {
  if (choice === 'apart') return [...tracks];
  const monos = tracks.filter(({ channels, isDescription }) => channels === 1 && !isDescription);
  const groups = Object.values(Object.groupBy(monos, ({ language }) => String(language))).flatMap((group = []) =>
    group.length > 1 ? joinGroup(group, choice, file) : [],
  );
  const joined = new Set(groups.flatMap(({ streams }) => streams));
  const others = tracks.filter(({ streams }) => !streams.some((stream) => joined.has(stream)));
  return [...others, ...groups].sort((a, b) => Math.min(...a.streams) - Math.min(...b.streams));
}

function joinGroup(group: readonly AudioTrack[], choice: MonoChoice, file: string): AudioTrack[] {
  const tracks = CHANNELS.flatMap(([, names]) => group.filter(({ title }) => names.test(title)));
  const isComplete = tracks.length === group.length && new Set(tracks).size === group.length;
  if (isComplete && [2, 6].includes(tracks.length)) return [join(tracks)];
  const hasNames = group.every(({ title }) => title !== '');
  if (hasNames && choice === null) return [];
  const isUsual = USUAL_COUNTS.includes(group.length) || (choice === 'join' && group.length === 2);
  if (isUsual) return group.length === 8 ? [join(group.slice(0, 6)), join(group.slice(6))] : [join(group)];
  const language = group[0]?.language ?? 'no language';
  throw problem(
    `${file} has ${group.length} mono tracks of one language (${language}). They may be the channels of one sound, or sounds of their own.\n` +
      'Say which: --mono join (2 tracks: left and right; 6: left, right, centre, low frequencies, surround left and right; 8: those six and stereo) or --mono apart.',
    'mono',
  );
}

function join(group: readonly AudioTrack[]): AudioTrack {
  const [first] = group;
  if (!first) throw new TypeError('A sound has channels.');
  const ends = group.map(({ end }) => end).filter((end) => end !== null);
  return {
    ...first,
    streams: group.flatMap(({ streams }) => streams),
    channels: group.length,
    title: '',
    start: Math.min(...group.map(({ start }) => start)),
    end: ends.length === 0 ? null : Math.max(...ends),
  };
}
