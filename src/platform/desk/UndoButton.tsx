import { useEffect, useState } from 'react';
import { UNDO_SECONDS } from '../config/constants.ts';
import { m } from '../text/desk/messages.js';
import { formatDigits } from '../text/format.ts';
import { Button } from '../ui/Button.tsx';

interface Props {
  /** Of the act, in epoch seconds; the server has the last word. */
  at: number;
  busy: boolean;
  undo: () => void;
}

const readSeconds = () => Math.floor(Date.now() / 1000);

/** For ten minutes after an act of which nothing has left the house, with the time that is left of them. */
export function UndoButton({ at, busy, undo }: Props) {
  const [now, setNow] = useState(readSeconds);
  const seconds = Math.min(at + UNDO_SECONDS - now, UNDO_SECONDS);
  const isOver = seconds <= 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => {
      setNow(readSeconds());
    }, 1000);
    return () => {
      clearInterval(timer);
    };
  }, [isOver]);
  if (isOver) return null;
  const time = `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <span className="desk-undo">
      <Button look="line" busy={busy} onClick={undo}>
        {m.undo()}
      </Button>
      <span className="desk-note" role="timer">
        {m.undo_left({ time: formatDigits(time) })}
      </span>
    </span>
  );
}
