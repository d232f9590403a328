import { useMediaRemote, useMediaState } from '@pardeh/hls/react';
import { nameIn } from '../../../platform/text/locale.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { findChapter, type Chapter } from './chapters.ts';
import { formatClock } from './clock.ts';
import { SidePanel } from './SidePanel.tsx';

export function ChapterList({ chapters }: { chapters: readonly Chapter[] }) {
  const remote = useMediaRemote();
  const current = findChapter(chapters, useMediaState('currentTime'));
  return (
    <SidePanel title={m.player_chapters()} first="[aria-current]">
      <ol className="player-list">
        {chapters.map((chapter) => (
          <li key={chapter.starts}>
            <button
              type="button"
              aria-current={chapter === current || undefined}
              onClick={() => remote.seek(chapter.starts)}
            >
              <span>{nameIn(getLocale(), chapter)}</span>
              <time>{formatClock(chapter.starts)}</time>
            </button>
          </li>
        ))}
      </ol>
    </SidePanel>
  );
}
