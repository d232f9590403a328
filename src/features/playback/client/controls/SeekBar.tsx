import { useMediaState, useMediaPlayer } from '@pardeh/hls/react';
import { type CSSProperties, useEffect, useState } from 'react';
import { m } from '../../../../platform/text/paraglide/messages.js';
import { nameIn } from '../../../../platform/text/locale.ts';
import { getLocale } from '../../../../platform/text/current-locale.ts';
import { findChapter, type Chapter, listMarks } from './chapters.ts';
import { formatClock } from '../../../../platform/text/format-clock.ts';
import { SeekPreview } from './SeekPreview.tsx';
import { useKeyFrame, type FrameSource } from './use-key-frame.ts';
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

function ChapterMarks({ chapters, duration }: { chapters: readonly Chapter[]; duration: number }) {
  return (
    <div className="player-marks" aria-hidden="true">
      {listMarks(chapters, duration).map((share) => (
        <span key={share} style={{ '--at': String(share) } as CSSProperties} />
      ))}
    </div>
  );
}

/** Milliseconds that the preview stays after a key, and seconds of a step that needs none. */
const SHOWN_MS = 1500;
const SMALL_STEP = 1;

/** The moment to which keys seek, in seconds; null a while after the last one. */
function useKeySeek(): number | null {
  const player = useMediaPlayer();
  const [soughtAt, setSoughtAt] = useState<number | null>(null);
  useEffect(() => {
    if (!player) return;
    const closing = new AbortController();
    const { signal } = closing;
    let isKey = false;
    let timer: ReturnType<typeof setTimeout>;
    const onKey = () => {
      isKey = true;
      setTimeout(() => (isKey = false));
    };
    const onSeek = (event: Event) => {
      const { detail } = event as CustomEvent<number>;
      if (!isKey || Math.abs(detail - player.currentTime) < SMALL_STEP) return;
      setSoughtAt(detail);
      clearTimeout(timer);
      timer = setTimeout(() => setSoughtAt(null), SHOWN_MS);
    };
    document.addEventListener('keydown', onKey, { signal, capture: true });
    player.addEventListener('media-seek-request', onSeek, { signal });
    return () => {
      closing.abort();
      clearTimeout(timer);
    };
  }, [player]);
  return soughtAt;
}

export function FilmClock() {
  const time = useMediaState('currentTime');
  const duration = useMediaState('duration');
  return (
    <span className="player-clock">
      {formatClock(time)} <span className="player-clock-end">/ {formatClock(duration)}</span>
    </span>
  );
}
