import type { Moves } from './use-moves.ts';

interface Props {
  id: string;
  moves: Moves;
  place: { at: number; last: number };
  isBusy: boolean;
  labels: { up: string; down: string };
}

/** The handle of a row that is dragged, and its arrows. */
export function OrderCell({ id, moves, place: { at, last }, isBusy, labels }: Props) {
  return (
    <span className="desk-order">
      <span
        className="desk-grip"
        draggable={!isBusy}
        aria-hidden="true"
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move';
          event.dataTransfer.setData('text/plain', id);
          moves.start(at);
        }}
        onDragEnd={moves.end}
      >
        ⠿
      </span>
      {(['up', 'down'] as const).map((direction) => (
        <button
          key={direction}
          id={`move-${direction}-${id}`}
          type="button"
          className="desk-move"
          disabled={isBusy || (direction === 'up' ? at === 0 : at === last)}
          aria-label={labels[direction]}
          onClick={() => {
            moves.press(at, direction === 'up' ? at - 1 : at + 2, `move-${direction}-${id}`);
          }}
        >
          {direction === 'up' ? '↑' : '↓'}
        </button>
      ))}
    </span>
  );
}
