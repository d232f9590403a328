import type { ReactNode } from 'react';
import { CallError } from '../../../platform/desk/call-desk.ts';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';

interface Props {
  edits: { isTouched: boolean; isStale: boolean; takeMine: () => void; clear: () => void };
  act: { isPending: boolean; isSuccess: boolean; error: Error | null };
  isReady?: boolean;
  /** Nobody sees the part. */
  isHidden?: boolean;
  save: () => void;
  /** The part as somebody else has written it meanwhile. */
  theirs: ReactNode;
}

/** Saves a part, or drops the draft. Where somebody else wrote the part, theirs is shown and one of both is chosen first. */
export function SaveBar({ edits, act, isReady = true, isHidden = false, save, theirs }: Props) {
  const isConflict = act.error instanceof CallError && act.error.error.code === 'front_changed';
  return (
    <>
      <Refusal error={isConflict && edits.isStale ? null : act.error} />
      {edits.isStale && !act.isPending && (
        <div className="desk-conflict" role="alert">
          <p className="desk-refusal">{m.front_conflict()}</p>
          <div>{theirs}</div>
          <div className="desk-buttons">
            <Button look="line" onClick={edits.clear}>
              {m.front_take_theirs()}
            </Button>
            <Button look="line" onClick={edits.takeMine}>
              {m.front_take_mine()}
            </Button>
          </div>
        </div>
      )}
      {act.isSuccess && !edits.isTouched && (
        <p className="desk-note" role="status">
          {isHidden ? m.title_saved_hidden() : m.title_saved()}
        </p>
      )}
      {edits.isTouched && (
        <div className="desk-buttons">
          <Button disabled={edits.isStale || !isReady} busy={act.isPending} onClick={save}>
            {isHidden ? m.title_save_hidden() : m.title_save()}
          </Button>
          <Button look="line" disabled={act.isPending} onClick={edits.clear}>
            {m.title_drop()}
          </Button>
        </div>
      )}
    </>
  );
}
