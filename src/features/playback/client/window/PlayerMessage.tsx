import type { ReactNode } from 'react';
import { Dialog } from '../../../../platform/ui/Dialog.tsx';

interface Props {
  heading: string;
  text: string | null;
  more?: ReactNode;
  children: ReactNode;
  onClose: () => void;
}

export function PlayerMessage({ heading, text, more, children, onClose }: Props) {
  return (
    <Dialog title={heading} onClose={onClose}>
      {text !== null && <p role="alert">{text}</p>}
      {more}
      <div className="flex flex-wrap items-center gap-3">{children}</div>
    </Dialog>
  );
}
