import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { moveEntry } from './words.ts';

interface Props<T> {
  name: string;
  list: readonly T[];
  at: number;
  set: (list: T[]) => void;
}

export function EntryButtons<T>({ name, list, at, set }: Props<T>) {
  const place = (to: number, label: string, text: string) => (
    <Button
      look="link"
      aria-label={label}
      disabled={to < 0 || to >= list.length}
      onClick={() => {
        set(moveEntry(list, at, to));
      }}
    >
      {text}
    </Button>
  );
  return (
    <div className="desk-buttons">
      {place(at - 1, m.site_up_of({ name }), m.site_up())}
      {place(at + 1, m.site_down_of({ name }), m.site_down())}
      <Button
        look="link"
        aria-label={m.site_remove_of({ name })}
        onClick={() => {
          set(list.toSpliced(at, 1));
        }}
      >
        {m.site_remove()}
      </Button>
    </div>
  );
}
