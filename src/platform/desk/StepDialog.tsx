import type { ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Refusal } from './Screen.tsx';

interface Props {
  title: string;
  /** The form's fields, then what would happen. */
  children: ReactNode;
  error: Error | null;
  /** Below the refusal. */
  note?: ReactNode;
  next: { label: string; isReady: boolean; isBusy: boolean; go: () => void };
  /** From the second step to the first; null in the first. */
  back: { label: string; go: () => void } | null;
  onClose: () => void;
}

/** A form in two steps: what is typed, and what would happen, which its button asks for before it acts. */
export function StepDialog({ title, children, error, note, next, back, onClose }: Props) {
  return (
    <Dialog title={title} wide onClose={onClose}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (next.isReady) next.go();
        }}
      >
        {children}
        <Refusal error={error} />
        {note}
        <div className="desk-buttons">
          <Button type="submit" disabled={!next.isReady} busy={next.isBusy}>
            {next.label}
          </Button>
          {back !== null && (
            <Button look="line" onClick={back.go}>
              {back.label}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
