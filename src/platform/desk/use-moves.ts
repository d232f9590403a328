import { useEffect, useRef, useState } from 'react';
import { m } from '../text/desk/messages.js';
import { formatNumber } from '../text/format.ts';

/** The list with the entry at `from` before the one that is at `to` now; `to` may be its length. */
export function moveTo<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, at) => at !== from);
  const entry = list[from];
  if (entry === undefined) return [...list];
  const at = to > from ? to - 1 : to;
  return [...rest.slice(0, at), entry, ...rest.slice(at)];
}

/** Rows that are dragged, or moved by buttons. `move`: the row at `from` comes before that at `to`; `order` changes with it. */
export function useMoves(move: (from: number, to: number) => void, order: unknown) {
  const [drag, setDrag] = useState<{ from: number; over: number } | null>(null);
  const [status, setStatus] = useState('');
  const focus = useRef<string | null>(null);
  useEffect(() => {
    // Moving the row takes the focus from its button.
    if (focus.current !== null) document.getElementById(focus.current)?.focus();
    focus.current = null;
  }, [order]);
  const run = (from: number, to: number) => {
    move(from, to);
    setStatus(m.series_moved({ place: formatNumber((to > from ? to - 1 : to) + 1) }));
  };
  return {
    /** For a live region. */
    status,
    getRow: (at: number) => ({
      className: drag?.over === at && drag.from !== at ? 'desk-row-over' : undefined,
      onDragOver: (event: { preventDefault: () => void }) => {
        event.preventDefault();
        setDrag(drag && { ...drag, over: at });
      },
      onDrop: (event: { preventDefault: () => void }) => {
        event.preventDefault();
        if (drag && drag.from !== at) run(drag.from, at > drag.from ? at + 1 : at);
        setDrag(null);
      },
    }),
    start: (at: number) => {
      setDrag({ from: at, over: at });
    },
    end: () => {
      setDrag(null);
    },
    /** `button`: the id of the pressed one. */
    press: (from: number, to: number, button: string) => {
      focus.current = button;
      run(from, to);
    },
  };
}
export type Moves = ReturnType<typeof useMoves>;
