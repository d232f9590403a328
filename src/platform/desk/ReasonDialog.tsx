import type { ReactNode } from 'react';
import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { useDraft } from '../../../platform/desk/use-draft.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';

interface Props {
  /** The act's name, a colon and its subject. */
  draft: string;
  title: string;
  /** The effect of the act, in words. */
  children: ReactNode;
  label: string;
  act: { error: Error | null; isPending: boolean };
  /** False until it is known what would happen. */
  isReady?: boolean;
  send: (reason: string, onSuccess: () => void) => void;
  onClose: () => void;
}

/** An act that needs nothing but a reason, which the account's owner reads. */
export function ReasonDialog({ draft, title, children, label, act, isReady = true, send, onClose }: Props) {
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
          hint={m.reason_hint_owner()}
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
