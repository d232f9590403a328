import type { ReactNode } from 'react';
import { StepDialog } from '../../../platform/desk/StepDialog.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import type { MovePreview } from '../moves-contract.ts';
import { MoveFacts } from './MoveFacts.tsx';

interface Act<I> {
  mutate: (input: I, options?: { onSuccess?: () => void }) => void;
  error: Error | null;
  isPending: boolean;
  isSuccess: boolean;
  reset: () => void;
}
interface MoveActs<I> {
  rehearse: Act<I> & { data: { data: MovePreview & { needs_approval: boolean } } | undefined };
  /** By one person. */
  make: Act<I>;
  /** By two. */
  request: Act<I>;
}

export function resetMove<I>({ rehearse, make, request }: MoveActs<I>): void {
  for (const act of [rehearse, make, request]) act.reset();
}

interface Props<I> {
  title: string;
  /** Null until the form is complete. */
  input: I | null;
  acts: MoveActs<I>;
  facts: { tracking: string | null; reason: string; collectAgain?: boolean };
  /** The form's fields. */
  children: ReactNode;
  onClose: () => void;
}

/** Two steps, as of a refund: the form, and what would happen by the act's own batch, which is rolled back. */
export function MoveSteps<I>({ title, input, acts, facts, children, onClose }: Props<I>) {
  const { rehearse, make, request } = acts;
  const preview = rehearse.data?.data;
  const needsApproval = preview?.needs_approval === true;
  if (request.isSuccess)
    return (
      <Dialog title={title} onClose={onClose}>
        <p role="status">{m.approval_sent()}</p>
        <Button onClick={onClose}>{m.refund_close()}</Button>
      </Dialog>
    );
  return (
    <StepDialog
      title={title}
      error={rehearse.error ?? make.error ?? request.error}
      next={{
        label: preview === undefined ? m.refund_see() : needsApproval ? m.approval_ask() : m.move_do(),
        isReady: input !== null,
        isBusy: rehearse.isPending || make.isPending || request.isPending,
        go: () => {
          if (input === null) return;
          if (preview === undefined) rehearse.mutate(input);
          else if (needsApproval) request.mutate(input);
          else make.mutate(input, { onSuccess: onClose });
        },
      }}
      back={
        preview === undefined
          ? null
          : {
              label: m.refund_back(),
              go: () => {
                resetMove(acts);
              },
            }
      }
      onClose={onClose}
    >
      {preview === undefined ? (
        children
      ) : (
        <>
          <p className="desk-note">{needsApproval ? m.move_needs_approval() : m.refund_shown()}</p>
          <MoveFacts preview={preview} {...facts} />
        </>
      )}
    </StepDialog>
  );
}
