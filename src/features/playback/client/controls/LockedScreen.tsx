import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { m } from '../../../../platform/text/paraglide/messages.js';
import { PlayerIcon } from '../../../../platform/ui/PlayerIcon.tsx';
import { $locked } from '../input/touch.ts';

const SHOWN_MS = 3000;

export function LockedScreen() {
  const locked = useStore($locked);
  useEffect(() => () => $locked.set(false), []);
  return locked && <Cover />;
}

function Cover() {
  const button = useRef<HTMLButtonElement>(null);
  const [taps, setTaps] = useState(0);
  const [isVisible, setVisible] = useState(true);
  useEffect(() => button.current?.focus(), []);
  useEffect(() => {
    const timer = setTimeout(() => setVisible(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [taps]);
  const show = () => {
    setVisible(true);
    setTaps((count) => count + 1);
  };
  return (
    <div className="player-locked" data-shown={isVisible || undefined} onPointerDown={show}>
      <button ref={button} type="button" onClick={() => $locked.set(false)}>
        <PlayerIcon name="unlock" />
        {m.player_unlock()}
      </button>
    </div>
  );
}
