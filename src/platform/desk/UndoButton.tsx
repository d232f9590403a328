import { useState } from 'react';
import { UNDO_SECONDS } from '../config/constants.ts';
import { m } from '../text/desk/messages.js';
import { Button } from '../ui/Button.tsx';

interface Props {
  /** Of the act, in epoch seconds; the server has the last word. */
  at: number;
  busy: boolean;
  undo: () => void;
}

/** For ten minutes after an act of which nothing has left the house. */
export function UndoButton({ at, busy, undo }: Props) {
  const [openedAt] = useState(() => Date.now() / 1000);
  if (openedAt > at + UNDO_SECONDS) return null;
  return (
    <Button look="line" busy={busy} onClick={undo}>
      {m.undo()}
    </Button>
  );
}
