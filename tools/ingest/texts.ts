import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { extractTextArgs } from './encode.ts';
import { runFfmpeg, type RunOptions } from './ffmpeg.ts';
import type { TextTrack } from './probe.ts';
import { decodeSubtitles, parseSubtitles, type Cue } from '../../src/platform/media/subtitles.ts';

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
 * Names all subtitles. Files of their own come first and replace full subtitles of their language inside the film;
 * the rest is ordered full, for deaf viewers, forced. Pure.
 */
export function nameSubtitles(files: readonly SubtitleSource[], embedded: readonly SubtitleSource[]): Subtitle[] {
  const replaced = new Set(files.map(({ language }) => language));
  const isReplaced = ({ language, isForced, isForDeaf }: SubtitleSource) =>
    !isForced && !isForDeaf && replaced.has(language);
  const rank = ({ isForced, isForDeaf }: SubtitleSource) => (isForced ? 2 : isForDeaf ? 1 : 0);
  const sources = [...files, ...embedded.filter((source) => !isReplaced(source)).sort((a, b) => rank(a) - rank(b))];
  const names = new Set<string>();
  return sources.map((source) => {
    const name = chooseName(source, names);
    names.add(name);
    return { ...source, name };
  });
}

function chooseName({ language, isForced, isForDeaf }: SubtitleSource, taken: ReadonlySet<string>): string {
  if (!isForced && !taken.has(language)) return language;
  const base = isForced ? `${language}-forced` : isForDeaf ? `${language}-sdh` : language;
  let name = base;
  for (let count = 2; taken.has(name); count += 1) name = `${base}-${count}`;
  return name;
}

/** Reads the text tracks inside a film, on its clock. `shift` in seconds. A track without cues is left out. */
export async function readEmbeddedSubtitles(
  file: string,
  tracks: readonly TextTrack[],
  { folder, shift, signal }: { folder: string; shift: number } & Pick<RunOptions, 'signal'>,
): Promise<SubtitleSource[]> {
  const readable = tracks.filter(({ isText }) => isText);
  if (readable.length === 0) return [];
  const targets = readable.map(({ stream, isSrt }) => ({ stream, isSrt, target: join(folder, `text-${stream}`) }));
  await runFfmpeg(extractTextArgs(file, targets), { signal });
  return readable.flatMap(({ stream, language, isForced, isForDeaf }) => {
    const cues = parseSubtitles(decodeSubtitles(readFileSync(join(folder, `text-${stream}`)))).flatMap((cue) => {
      const [from, to] = [Math.max(0, cue.from + shift), cue.to + shift];
      return to > from ? [{ ...cue, from, to }] : [];
    });
    return cues.length > 0 ? [{ language: language ?? 'und', isForced, isForDeaf, cues }] : [];
  });
}
