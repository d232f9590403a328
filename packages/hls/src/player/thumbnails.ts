import { useEffect, useState } from 'react';
import { parseStoryboard, type Thumbnail } from '../playlist/storyboard.ts';

export function useThumbnails(url: string): readonly Thumbnail[] {
  const [thumbnails, setThumbnails] = useState<readonly Thumbnail[]>([]);
  useEffect(() => {
    const closing = new AbortController();
    const load = async () => {
      const answer = await fetch(url, { signal: closing.signal });
      if (answer.ok) setThumbnails(parseStoryboard(await answer.text(), url));
    };
    load().catch(() => null);
    return () => closing.abort();
  }, [url]);
  return thumbnails;
}

export function useActiveThumbnail(thumbnails: readonly Thumbnail[], time: number): Thumbnail | null {
  return thumbnails.findLast(({ startTime }) => startTime <= time) ?? null;
}
