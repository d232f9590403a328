import type { ReactNode } from 'react';
import { m } from '../text/desk/messages.js';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { DraftNote } from './DraftNote.tsx';
import { StepDialog } from './StepDialog.tsx';
import type { StepsState } from './use-steps.ts';

interface Props<T extends Record<string, string>, P> {
  title: string;
  steps: StepsState<T, P>;
  label: string;
  /** Above the facts, where a second member is asked. */
  approval?: string;
  shown?: string;
  children: ReactNode;
  facts: (preview: P) => ReactNode;
  /** An act that would change nothing is not offered. */
  hasEffect?: (preview: P) => boolean;
  note?: ReactNode;
  onClose: () => void;
}

/** The dialog of `useSteps`: the form, what would happen, and for two members the request. */
export function Steps<T extends Record<string, string>, P>(props: Props<T, P>) {
  const { title, steps, label, approval, shown, children, facts, hasEffect, note, onClose } = props;
  const { preview, isDone, isStored, needsApproval, clear } = steps;
  if (steps.isSent)
    return (
      <Dialog title={title} onClose={onClose}>
        <p role="status">{m.approval_sent()}</p>
        <Button onClick={onClose}>{m.refund_close()}</Button>
      </Dialog>
    );
  return (
    <StepDialog
      title={title}
      error={isDone ? null : steps.error}
      note={isDone ? <DoneNote clear={clear} /> : note}
      next={{
        label: preview === undefined ? m.refund_see() : needsApproval ? m.approval_ask() : label,
        isReady: steps.input !== null && (preview === undefined || hasEffect?.(preview) !== false),
        isBusy: steps.isBusy,
        go: steps.next,
      }}
      back={preview === undefined ? null : { label: m.refund_back(), go: steps.back }}
      onClose={onClose}
    >
      {preview === undefined ? (
        <>
          <DraftNote isStored={isStored} clear={clear} />
          {children}
        </>
      ) : (
        <>
          {needsApproval ? <p className="desk-note">{approval}</p> : shown && <p className="desk-note">{shown}</p>}
          {facts(preview)}
        </>
      )}
    </StepDialog>
  );
}

/** In place of the refusal of a key: the answer to the act had not arrived. */
export function DoneNote({ clear }: { clear: () => void }) {
  return (
    <p className="desk-refusal" role="alert">
      {m.steps_done()}{' '}
      <Button look="link" onClick={clear}>
        {m.draft_clear()}
      </Button>
    </p>
  );
}
