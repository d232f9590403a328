import { useEffect, useRef, useState, type CSSProperties } from 'react';
import { formatNumber } from '../../../../platform/text/format.ts';
import { m } from '../../../../platform/text/paraglide/messages.js';
import { ControlButton } from '../../../../platform/ui/ControlButton.tsx';
import { PlayerIcon } from '../../../../platform/ui/PlayerIcon.tsx';
import { useStyles } from '../../../../platform/ui/use-styles.ts';
import { formatClock } from '../clock.ts';
import { getCommand, ownsKey, type Command } from '../keyboard.ts';
import { showNotice } from '../notice.ts';
import { FAR_STEP } from '../use-commands.ts';
import css from './cast-screen.css?inline';
import type { Casting } from './cast-state.ts';

const STEP = 5;
const VOLUME_STEP = 0.05;

export function CastScreen({ cast }: { cast: Casting }) {
  useStyles(css);
  const { receiver, device, time, duration, isPaused, volume } = cast;
  const [dragged, setDragged] = useState<number | null>(null);
  const send = (command: Promise<void>) => void command.catch(() => showNotice(m.player_cast_failed()));
  const seek = (at: number) => send(receiver.seek(Math.min(Math.max(0, at), duration || at)));
  const toggle = () => send(receiver.setPaused(!isPaused));
  const setVolume = (level: number) => send(receiver.setVolume(Math.min(1, Math.max(0, level))));
  useCastKeys({
    toggle,
    back: () => seek(time - STEP),
    forward: () => seek(time + STEP),
    'back-far': () => seek(time - FAR_STEP),
    'forward-far': () => seek(time + FAR_STEP),
    start: () => seek(0),
    louder: () => setVolume(volume + VOLUME_STEP),
    quieter: () => setVolume(volume - VOLUME_STEP),
  });
  const shown = dragged ?? time;
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
        <bdi>{m.player_cast_on({ device })}</bdi>
      </p>
      <button type="button" className="btn-line" onClick={cast.stop}>
        {m.player_cast_stop()}
      </button>
      <div className="player-bar" dir="ltr">
        <input
          type="range"
          min={0}
          max={duration || 1}
          step="any"
          value={shown}
          disabled={duration <= 0}
          style={fill(duration > 0 ? shown / duration : 0)}
          aria-label={m.player_seek()}
          aria-valuetext={m.player_position({ at: formatClock(shown), duration: formatClock(duration) })}
          onChange={(event) => setDragged(event.currentTarget.valueAsNumber)}
          onPointerUp={settle}
          onKeyUp={settle}
          onBlur={settle}
        />
        <div className="player-buttons">
          <ControlButton
            icon={isPaused ? 'play' : 'pause'}
            label={isPaused ? m.player_play() : m.player_pause()}
            keys="k"
            onPress={toggle}
          />
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
          <span className="player-clock">
            {formatClock(shown)} <span className="player-clock-end">/ {formatClock(duration)}</span>
          </span>
        </div>
      </div>
    </section>
  );
}

function useCastKeys(commands: Partial<Record<Command, () => void>>): void {
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
