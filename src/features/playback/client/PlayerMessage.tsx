import type { ReactNode } from 'react';
import { Dialog } from '../../../platform/ui/Dialog.tsx';

interface Props {
  heading: string;
  text: string | null;
  /** What stands between the text and what can be done next. */
  more?: ReactNode;
  /** What can be done next. */
  children: ReactNode;
  onClose: () => void;
}

/** What opens instead of the picture where there is none: what it is, and what to do next. */
export function PlayerMessage({ heading, text, more, children, onClose }: Props) {
  return (
    <Dialog title={heading} onClose={onClose}>
      {text !== null && <p role="alert">{text}</p>}
      {more}
      <div className="flex flex-wrap items-center gap-3">{children}</div>
    </Dialog>
  );
}
