import { useState, type ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { m } from '../text/desk/messages.js';
import type { Column } from './Table.tsx';

interface Choice<T> {
  ids: readonly number[];
  clear: () => void;
  /** Empty where no row may be chosen. */
  columns: readonly Column<T>[];
  /** Chooses all; null where no row may be chosen. */
  allButton: ReactNode;
}

interface Options<T> {
  getId: (row: T) => number;
  /** Of the row, for its tick. */
  getLabel: (row: T) => string;
  mayChoose?: (row: T) => boolean;
}

export function useChoice<T>(rows: readonly T[], { getId, getLabel, mayChoose = () => true }: Options<T>): Choice<T> {
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const possible = rows.filter(mayChoose).map(getId);
  const ids = chosen.filter((id) => possible.includes(id));
  const clear = () => {
    setChosen([]);
  };
  if (possible.length === 0) return { ids, clear, columns: [], allButton: null };
  const show = (row: T) =>
    mayChoose(row) && (
      <input
        className="desk-tick"
        type="checkbox"
        aria-label={getLabel(row)}
        checked={ids.includes(getId(row))}
        onChange={({ target: { checked } }) => {
          setChosen(checked ? [...ids, getId(row)] : ids.filter((id) => id !== getId(row)));
        }}
      />
    );
  const isAll = ids.length === possible.length;
  const allButton = (
    <Button
      look="line"
      onClick={() => {
        setChosen(isAll ? [] : possible);
      }}
    >
      {isAll ? m.choose_none() : m.choose_all()}
    </Button>
  );
  return { ids, clear, columns: [{ name: m.moderation_choose(), show }], allButton };
}
