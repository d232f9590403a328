import { useEffect, useState } from 'react';
import type { DrawnCue } from './cues.ts';
import { OWN } from './layer.ts';
import { readOwnVtt, type SubtitleFile } from './read-subtitles.ts';

export interface Source {
  lang: string;
  url: string;
}

interface Loaded {
  url: string;
  cues: DrawnCue[];
}

const NONE: DrawnCue[] = [];

/** Cues of a language of the title, or of the viewer's own file. A language that does not load shows nothing. */
export function useCues(
  shown: string | null,
  sources: readonly Source[],
  ownFile: SubtitleFile | null,
): { cues: DrawnCue[]; rtl: boolean } {
  const url = sources.find(({ lang }) => lang === shown)?.url ?? null;
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  useEffect(() => {
    if (url === null) return;
    const closing = new AbortController();
    void fetch(url, { signal: closing.signal })
      .then((response) => (response.ok ? response.text() : ''))
      .then((text) => setLoaded({ url, cues: readOwnVtt(text) }))
      .catch(() => null);
    return () => closing.abort();
  }, [url]);
  if (shown === OWN) return { cues: ownFile?.cues ?? NONE, rtl: ownFile?.rightToLeft ?? false };
  return { cues: loaded !== null && loaded.url === url ? loaded.cues : NONE, rtl: shown === 'fa' };
}
