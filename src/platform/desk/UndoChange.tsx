import { m } from '../text/desk/messages.js';
import { Button } from '../ui/Button.tsx';

interface Props {
  /** `undoes`: the change that it takes back, if any. */
  change: { undoes: number | null; may_undo: boolean };
  /** Of the field that it changed, for a screen reader. */
  name: string;
  mayWrite: boolean;
  isBusy: boolean;
  undo: () => void;
}

/** In a table of changes: says that a change takes another one back, and takes it back itself. */
export function UndoChange({ change: { undoes, may_undo: mayUndo }, name, mayWrite, isBusy, undo }: Props) {
  return (
    <>
      {undoes !== null && <span className="desk-note"> {m.title_undoes()}</span>}{' '}
      {mayWrite && mayUndo && (
        <Button look="link" aria-label={m.title_undo_of({ field: name })} busy={isBusy} onClick={undo}>
          {m.title_undo()}
        </Button>
      )}
    </>
  );
}
