import type { Title } from './schema.ts';

/** The demo clips of seed/media, which take turns. */
const CLIPS = ['clip-1', 'clip-2'] as const;

/** The demo clip that a title or an episode plays; null for what is not out. */
export function chooseMedia(_title: Title, id: number, release: Title['release']): string | null {
  return release === 'released' ? (CLIPS[id % CLIPS.length] ?? null) : null;
}

/** The clip of a title's trailer: another than it plays. */
export function chooseTrailer({ id }: Title): string | null {
  return CLIPS[(id + 1) % CLIPS.length] ?? null;
}
