import type { ReactNode } from 'react';
import { DraftNote } from './DraftNote.tsx';
import { isReason, ReasonField } from './ReasonField.tsx';
import { Refusal } from './Screen.tsx';
import { useDraft } from './use-draft.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';

interface Props {
  /** The act's name, a colon and its subject. */
  draft: string;
  title: string;
  /** The effect of the act, in words. */
  children: ReactNode;
  label: string;
  /** Who reads the reason. */
  hint?: string;
  act: { error: Error | null; isPending: boolean };
  /** False until it is known what would happen. */
  isReady?: boolean;
  send: (reason: string, onSuccess: () => void) => void;
  onClose: () => void;
}

/** An act that needs nothing but a reason. */
export function ReasonDialog({ draft, title, children, label, hint, act, isReady = true, send, onClose }: Props) {
  const { value, isStored, change, clear } = useDraft(draft, { reason: '' });
  const { reason } = value;
  const finish = () => {
    clear();
    onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          send(reason, finish);
        }}
      >
        {children}
        <DraftNote isStored={isStored} clear={clear} />
        <ReasonField
          {...(hint !== undefined && { hint })}
          value={reason}
          onChange={(typed) => {
            change({ reason: typed });
          }}
        />
        <Refusal error={act.error} />
        <Button type="submit" disabled={!isReady || !isReason(reason)} busy={act.isPending}>
          {label}
        </Button>
      </form>
    </Dialog>
  );
}
