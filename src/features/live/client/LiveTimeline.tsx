import { useMediaRemote, useMediaState } from '@pardeh/hls/react';
import { useState, type CSSProperties } from 'react';
import { m } from '../../../platform/text/paraglide/messages.js';
import { formatClock } from '../../../platform/text/format-clock.ts';
import type { Timeline } from '../../playback/client/controls/timeline.ts';
import { TouchControls } from '../../playback/client/controls/TouchControls.tsx';
import type { LivePlay } from '../contract.ts';
import { DvrBar, useDvrWindow } from './DvrBar.tsx';
import { describeDelay, isAtEdge, isBarShown } from './dvr.ts';

interface Options {
  programmes: LivePlay['programmes'];
  isReplay: boolean;
  canRestart: boolean;
  onRestart: () => void;
  onLive: () => void;
}

export function buildLiveTimeline({ programmes, isReplay, canRestart, onRestart, onLive }: Options): Timeline {
  return {
    bar: isReplay ? <ReplayBar /> : <DvrBar programmes={programmes} />,
    clock: (
      <>
        {isReplay ? (
          <button type="button" className="live-edge" onClick={onLive}>
            {m.live_go()}
          </button>
        ) : (
          <Edge />
        )}
        {canRestart && !isReplay && (
          <button type="button" className="live-edge" onClick={onRestart}>
            {m.live_restart()}
          </button>
        )}
      </>
    ),
    touch: isReplay ? <TouchControls canSkip /> : <LiveTouch />,
    hasSteps: false,
  };
}

function LiveTouch() {
  const dvr = useDvrWindow();
  return <TouchControls canSkip={dvr !== null && isBarShown(dvr)} />;
}

function Edge() {
  const dvr = useDvrWindow();
  const remote = useMediaRemote();
  const atEdge = useMediaState('liveEdge');
  const paused = useMediaState('paused');
  const started = useMediaState('started');
  const time = useMediaState('currentTime');
  const behind = started && (paused || !atEdge);
  const goLive = () => {
    remote.seekToLiveEdge();
    if (paused) remote.play();
  };
  return (
    <button type="button" className="live-edge" data-at-edge={!behind || undefined} disabled={!behind} onClick={goLive}>
      <span className="live-edge-dot" aria-hidden="true" />
      {behind ? m.live_go() : m.live_badge()}
      {behind && dvr && !isAtEdge(dvr, time) && (
        <span className="live-delay" dir="auto">
          {describeDelay(dvr, time)}
        </span>
      )}
    </button>
  );
}

function ReplayBar() {
  const remote = useMediaRemote();
  const time = useMediaState('currentTime');
  const end = useMediaState('seekableEnd');
  const [dragged, setDragged] = useState<number | null>(null);
  const position = Math.min(dragged ?? time, end);
  const settle = () => {
    if (dragged !== null) remote.seek(dragged);
    setDragged(null);
  };
  const style = { '--played': `${end > 0 ? (position / end) * 100 : 0}%`, '--loaded': '0%' } as CSSProperties;
  return (
    <div className="live-line">
      <div className="player-seek" style={style}>
        <input
          type="range"
          min={0}
          max={end || 1}
          step="any"
          value={position}
          disabled={end <= 0}
          aria-label={m.player_seek()}
          aria-valuetext={m.player_position({ at: formatClock(position), duration: formatClock(end) })}
          onChange={(event) => setDragged(event.currentTarget.valueAsNumber)}
          onPointerUp={settle}
          onKeyUp={settle}
          onBlur={settle}
        />
      </div>
      <span className="player-clock">
        {formatClock(position)} <span className="player-clock-end">/ {formatClock(end)}</span>
      </span>
    </div>
  );
}
