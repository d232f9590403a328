import { useMediaState } from '@pardeh/hls/react';
import type { CSSProperties } from 'react';
import { m } from '../../../platform/text/paraglide/messages.js';
import { nameIn } from '../../../platform/text/locale.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { ChapterMarks } from './ChapterMarks.tsx';
import { findChapter, type Chapter } from './chapters.ts';
import { formatClock } from './clock.ts';
import { SeekPreview } from './SeekPreview.tsx';
import { useKeyFrame, type FrameSource } from './use-key-frame.ts';
import { useKeySeek } from './use-key-seek.ts';
import { useTimeLine } from './use-time-line.ts';

interface Props {
  storyboardUrl: string;
  frames: FrameSource | null;
  chapters: readonly Chapter[];
}

export function SeekBar({ storyboardUrl, frames, chapters }: Props) {
  const duration = useMediaState('duration');
  const time = useMediaState('currentTime');
  const loaded = useMediaState('bufferedEnd');
  const { dragged, pointed, bar, input } = useTimeLine(0, duration);
  const keyed = useKeySeek();
  const previewed = pointed === null ? keyed : (dragged ?? pointed);
  const frame = useKeyFrame(frames, previewed);

  const shownTime = dragged ?? time;
  const share = (seconds: number) => `${duration > 0 ? Math.min(100, (seconds / duration) * 100) : 0}%`;
  const style = { '--played': share(shownTime), '--loaded': share(loaded) } as CSSProperties;

  const nameChapter = (at: number) => {
    const chapter = findChapter(chapters, at);
    return chapter && nameIn(getLocale(), chapter);
  };
  const position = m.player_position({ at: formatClock(shownTime), duration: formatClock(duration) });
  const chapter = nameChapter(shownTime);
  return (
    <div className="player-seek" style={style} {...bar}>
      {duration > 0 && previewed !== null && (
        <SeekPreview
          storyboardUrl={storyboardUrl}
          frame={frame}
          time={previewed}
          duration={duration}
          chapter={nameChapter(previewed)}
        />
      )}
      <ChapterMarks chapters={chapters} duration={duration} />
      <input
        type="range"
        min={0}
        max={duration || 1}
        step="any"
        value={shownTime}
        disabled={duration <= 0}
        aria-label={m.player_seek()}
        aria-valuetext={chapter ? m.player_position_chapter({ position, chapter }) : position}
        {...input}
      />
    </div>
  );
}
