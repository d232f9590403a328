import { Button } from '../ui/Button.tsx';
import { m } from '../text/desk/messages.js';

/** Pages by a cursor in the address: the browser's Back is the page before. */
export function Pager({
  next,
  isFirst,
  go,
}: {
  next: string | null;
  isFirst: boolean;
  go: (cursor: string | null) => void;
}) {
  if (next === null && isFirst) return null;
  return (
    <nav className="desk-pager" aria-label={m.pages_label()}>
      {!isFirst && (
        <Button
          look="line"
          onClick={() => {
            go(null);
          }}
        >
          {m.pages_first()}
        </Button>
      )}
      {next !== null && (
        <Button
          look="line"
          onClick={() => {
            go(next);
          }}
        >
          {m.pages_next()}
        </Button>
      )}
    </nav>
  );
}
