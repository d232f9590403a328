import { useEffect, useRef, useState, type CSSProperties } from 'react';
import { formatNumber } from '../../../../platform/text/format.ts';
import { m } from '../../../../platform/text/paraglide/messages.js';
import { ControlButton } from '../../../../platform/ui/ControlButton.tsx';
import { PlayerIcon } from '../../../../platform/ui/PlayerIcon.tsx';
import { useStyles } from '../../../../platform/ui/use-styles.ts';
import { formatClock } from '../../../../platform/text/format-clock.ts';
import { getCommand, ownsKey, type Command } from '../input/keyboard.ts';
import { showNotice } from '../controls/notice.ts';
import { FAR_STEP } from '../input/use-commands.ts';
import css from './cast-screen.css?inline';
import type { Casting } from './cast-state.ts';

const STEP = 5;
const VOLUME_STEP = 0.05;

export function CastScreen({ cast }: { cast: Casting }) {
  useStyles(css);
  const { receiver, device, time, isLive, from, to, isPaused, volume, captions } = cast;
  const [dragged, setDragged] = useState<number | null>(null);
  const send = (command: Promise<void>) => void command.catch(() => showNotice(m.player_cast_failed()));
  const canSeek = !isLive || to > from;
  const seek = (at: number) => canSeek && send(receiver.seek(Math.min(Math.max(from, at), to || at)));
  const toggle = () => send(receiver.setPaused(!isPaused));
  const setVolume = (level: number) => send(receiver.setVolume(Math.min(1, Math.max(0, level))));
  const toggleCaptions = captions === null ? undefined : () => send(receiver.setCaptions(!captions));
  useCastKeys({
    toggle,
    back: () => seek(time - STEP),
    forward: () => seek(time + STEP),
    'back-far': () => seek(time - FAR_STEP),
    'forward-far': () => seek(time + FAR_STEP),
    start: () => seek(from),
    louder: () => setVolume(volume + VOLUME_STEP),
    quieter: () => setVolume(volume - VOLUME_STEP),
    captions: toggleCaptions,
  });
  const position = dragged ?? time;
  const clock = { at: formatClock(position - from), duration: formatClock(to - from) };
  const fill = (share: number) => ({ '--played': `${Math.min(100, share * 100)}%` }) as CSSProperties;
  const seconds = formatNumber(FAR_STEP);
  const settle = () => {
    if (dragged !== null) seek(dragged);
    setDragged(null);
  };
  return (
    <section className="player-cast" aria-label={m.player_cast_on({ device })}>
      <p role="status">
        <PlayerIcon name="cast" />
        {m.player_cast_on({ device })}
      </p>
      <button type="button" className="btn-line" onClick={cast.stop}>
        {m.player_cast_stop()}
      </button>
      <div className="player-bar" dir="ltr">
        {canSeek && (
          <input
            type="range"
            min={from}
            max={to || 1}
            step="any"
            value={position}
            disabled={to <= from}
            style={fill(to > from ? (position - from) / (to - from) : 0)}
            aria-label={m.player_seek()}
            aria-valuetext={m.player_position(clock)}
            onChange={(event) => setDragged(event.currentTarget.valueAsNumber)}
            onPointerUp={settle}
            onKeyUp={settle}
            onBlur={settle}
          />
        )}
        <div className="player-buttons">
          <ControlButton
            icon={isPaused ? 'play' : 'pause'}
            label={isPaused ? m.player_play() : m.player_pause()}
            keys="k"
            onPress={toggle}
          />
          {canSeek && (
            <>
              <ControlButton
                icon="back"
                label={m.player_back({ seconds })}
                keys="j"
                onPress={() => seek(time - FAR_STEP)}
              />
              <ControlButton
                icon="forward"
                label={m.player_forward({ seconds })}
                keys="l"
                onPress={() => seek(time + FAR_STEP)}
              />
            </>
          )}
          <div className="player-volume">
            <PlayerIcon name={volume === 0 ? 'muted' : 'volume'} />
            <input
              type="range"
              data-own-keys
              min={0}
              max={100}
              step={5}
              value={Math.round(volume * 100)}
              style={fill(volume)}
              aria-label={m.player_volume()}
              aria-valuetext={m.player_percent({ value: formatNumber(Math.round(volume * 100)) })}
              onChange={(event) => setVolume(event.currentTarget.valueAsNumber / 100)}
            />
          </div>
          {canSeek && (
            <span className="player-clock">
              {clock.at} <span className="player-clock-end">/ {clock.duration}</span>
            </span>
          )}
          {toggleCaptions && (
            <ControlButton
              icon="captions"
              label={captions ? m.player_subtitles_off() : m.player_subtitles_on()}
              keys="c"
              className={captions ? 'player-control-on' : ''}
              onPress={toggleCaptions}
            />
          )}
        </div>
      </div>
    </section>
  );
}

function useCastKeys(commands: Partial<Record<Command, (() => unknown) | undefined>>): void {
  const newest = useRef(commands);
  useEffect(() => {
    newest.current = commands;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const command = getCommand(event);
      const act = command && newest.current[command];
      if (!act || event.isComposing || ownsKey(event.target, event.code)) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
