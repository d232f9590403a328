import { useEffect, useState } from 'react';
import type { Cue } from '../../../../platform/media/subtitles/cue.ts';
import { readOwnVtt } from '../../../../platform/media/subtitles/read-subtitles.ts';
import { decodeName } from '../../../../platform/client/decode-name.ts';
import { OWN } from './layer.ts';
import type { SubtitleFile } from './read-own-file.ts';

export interface Source {
  lang: string;
  url: string;
}

interface Loaded {
  url: string;
  cues: Cue[];
}

const NONE: Cue[] = [];

/** Cues of a language of the title, or of the viewer's own file. A language that does not load shows nothing. */
export function useCues(
  language: string | null,
  sources: readonly Source[],
  ownFile: SubtitleFile | null,
): { cues: Cue[]; rtl: boolean } {
  const url = sources.find(({ lang }) => lang === language)?.url ?? null;
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  useEffect(() => {
    if (url === null) return;
    const closing = new AbortController();
    void fetch(url, { signal: closing.signal })
      .then((response) => (response.ok ? response.text() : ''))
      .then((text) => setLoaded({ url, cues: readOwnVtt(text, decodeName) }))
      .catch(() => null);
    return () => closing.abort();
  }, [url]);
  if (language === OWN) return { cues: ownFile?.cues ?? NONE, rtl: ownFile?.rightToLeft ?? false };
  return { cues: loaded !== null && loaded.url === url ? loaded.cues : NONE, rtl: language === 'fa' };
}
