import { useMediaRemote, useMediaState } from '@pardeh/hls/react';
import { useState, type CSSProperties } from 'react';
import { m } from '../../../platform/text/paraglide/messages.js';
import { formatClock } from '../../playback/client/controls/clock.ts';
import { ControlButton } from '../../../platform/ui/ControlButton.tsx';
import { RemoteButton } from '../../playback/client/controls/RemoteButton.tsx';
import { Volume } from '../../playback/client/controls/Volume.tsx';
import { TouchControls } from '../../playback/client/controls/TouchControls.tsx';
import { useIsTouched } from '../../playback/client/input/touch.ts';
import { WindowButtons } from '../../playback/client/controls/WindowButtons.tsx';
import { togglePanel, type Panel } from '../../playback/client/panels/panel.ts';
import type { LivePlay } from '../contract.ts';
import { DvrBar, useDvrWindow } from './DvrBar.tsx';
import { describeDelay, isAtEdge, isBarShown, type DvrWindow } from './dvr.ts';

interface Props {
  programmes: LivePlay['programmes'];
  captions: { isOn: boolean; toggle: () => void } | null;
  panel: Panel | null;
  isReplay: boolean;
  canRestart: boolean;
  onRestart: () => void;
  onLive: () => void;
  onCast: (() => void) | null;
  isCasting: boolean;
}

export function LiveControls(props: Props) {
  const { programmes, captions, panel, isReplay, canRestart, onRestart, onLive, onCast, isCasting } = props;
  const remote = useMediaRemote();
  const paused = useMediaState('paused');
  const dvr = useDvrWindow();
  const touched = useIsTouched();
  return (
    <>
      {touched && <TouchControls canSkip={isReplay || (dvr !== null && isBarShown(dvr))} />}
      <div className="player-bar" dir="ltr">
        {isReplay ? <TimeLine /> : dvr && <DvrBar dvr={dvr} programmes={programmes} />}
        <div className="player-buttons">
          {!touched && (
            <ControlButton
              icon={paused ? 'play' : 'pause'}
              label={paused ? m.player_play() : m.player_pause()}
              keys="k"
              onPress={() => remote.togglePaused()}
            />
          )}
          <Volume />
          {isReplay ? (
            <button type="button" className="live-edge" onClick={onLive}>
              {m.live_go()}
            </button>
          ) : (
            <Edge dvr={dvr} />
          )}
          {canRestart && (
            <button type="button" className="live-edge" onClick={onRestart}>
              {m.live_restart()}
            </button>
          )}
          <span className="player-gap" />
          {captions && (
            <ControlButton
              icon="captions"
              label={captions.isOn ? m.player_subtitles_off() : m.player_subtitles_on()}
              keys="c"
              className={captions.isOn ? 'player-control-on' : ''}
              onPress={captions.toggle}
            />
          )}
          <ControlButton
            icon="settings"
            label={m.player_settings()}
            expanded={panel === 'settings'}
            onPress={() => togglePanel('settings')}
          />
          <RemoteButton onCast={onCast} isCasting={isCasting} />
          <WindowButtons />
        </div>
      </div>
    </>
  );
}

function Edge({ dvr }: { dvr: DvrWindow | null }) {
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

function TimeLine() {
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
