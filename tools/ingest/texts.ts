import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { problem } from '../lib/progress.ts';
import { extractTextArgs } from './encode.ts';
import { runFfmpeg, type RunOptions } from './ffmpeg.ts';
import type { TextTrack } from './probe.ts';
import { decodeName } from '../../src/platform/media/subtitles/decode-name.ts';
import type { Cue } from '../../src/platform/media/subtitles/cue.ts';
import { readSubtitles, type SubtitleText } from '../../src/platform/media/subtitles/read-subtitles.ts';
import type { UnreadReason } from '../../src/platform/media/subtitles/unread.ts';
import type { IngestOptions } from './options.ts';

/** Subtitles of a file of their own, or of a track inside the film; cues in seconds of the film's clock. */
export interface SubtitleSource extends Pick<TextTrack, 'isForced' | 'isForDeaf'> {
  language: string;
  cues: readonly Cue[];
}

export interface Subtitle extends SubtitleSource {
  /** The name of its files; that of a language's first full subtitles is the language alone. */
  name: string;
}

/**
 * Names all subtitles. Files of their own come first and replace those of their language and kind inside the film;
 * the rest is ordered full, for deaf viewers, forced. Pure.
 */
export function nameSubtitles(files: readonly SubtitleSource[], embedded: readonly SubtitleSource[]): Subtitle[] {
  const isReplaced = ({ language, isForced, isForDeaf }: SubtitleSource) =>
    files.some((file) => file.language === language && file.isForced === isForced && file.isForDeaf === isForDeaf);
  const rank = ({ isForced, isForDeaf }: SubtitleSource) => (isForced ? 2 : isForDeaf ? 1 : 0);
  const sources = [
    ...files.toSorted((a, b) => rank(a) - rank(b)),
    ...embedded.filter((source) => !isReplaced(source)).sort((a, b) => rank(a) - rank(b)),
  ];
  const names = new Set<string>();
  return sources.map((source) => {
    const name = chooseName(source, names);
    names.add(name);
    return { ...source, name };
  });
}

function chooseName({ language, isForced, isForDeaf }: SubtitleSource, usedNames: ReadonlySet<string>): string {
  if (!isForced && !usedNames.has(language)) return language;
  const base = isForced ? `${language}-forced` : isForDeaf ? `${language}-sdh` : language;
  let name = base;
  for (let count = 2; usedNames.has(name); count += 1) name = `${base}-${count}`;
  return name;
}

const MAX_WARNED = 20;
const REASONS: Record<UnreadReason, string> = {
  time: 'belongs to no readable time',
  length: 'has no length',
  start: 'is over before the film begins',
  markup: 'is a tag of another kind of file',
  limit: 'is too much for one subtitle',
};

/** Reads a file of subtitles; a Problem where it has none. Lines that were not read are printed. */
export function readSubtitleFile({ language, file, kind }: IngestOptions['subtitles'][number]): SubtitleSource {
  if (!existsSync(file)) throw problem(`There is no file ${file}.`);
  const text = readSubtitles(readFileSync(file), { language, decodeName });
  warnOfUnread(file, text);
  if (text.cues.length === 0)
    throw problem(`${file} holds no subtitles: nothing in it has a time and a text.`, 'subtitles');
  return { language, cues: text.cues, isForced: kind === 'forced', isForDeaf: kind === 'deaf' };
}

function warnOfUnread(name: string, { unread, encoding }: SubtitleText): void {
  if (unread.count === 0) return;
  const lines = unread.lines
    .slice(0, MAX_WARNED)
    .map(({ line, text, reason }) => `- line ${line} ${REASONS[reason]}: ${text}`);
  const more = unread.count > lines.length ? `\n- and ${unread.count - lines.length} more` : '';
  console.warn('%s: %d lines were not read (encoding %s):\n%s%s', name, unread.count, encoding, lines.join('\n'), more);
}

/** Reads the text tracks inside a film, on its clock. `shift` in seconds. A track without cues is left out. */
export async function readEmbeddedSubtitles(
  file: string,
  tracks: readonly TextTrack[],
  { folder, shift, signal }: { folder: string; shift: number } & Pick<RunOptions, 'signal'>,
): Promise<SubtitleSource[]> {
  const readable = tracks.filter(({ isText }) => isText);
  if (readable.length === 0) return [];
  const targets = readable.map(({ stream, format }) => ({ stream, format, target: join(folder, `text-${stream}`) }));
  await runFfmpeg(extractTextArgs(file, targets), { signal });
  return readable.flatMap(({ stream, language, isForced, isForDeaf }) => {
    const bytes = readFileSync(join(folder, `text-${stream}`));
    const text = readSubtitles(bytes, { language, shift, decodeName });
    warnOfUnread(`Subtitle track ${stream + 1}`, text);
    return text.cues.length > 0 ? [{ language: language ?? 'und', isForced, isForDeaf, cues: text.cues }] : [];
  });
}
