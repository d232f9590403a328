import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { useStyles } from '../../ui/use-styles.ts';
import css from './player.css?inline';

interface Props {
  label: string;
  /** Asked for by Escape; the caller stops rendering the dialog. */
  onClose: () => void;
  children: ReactNode;
}

/** The modal of the picture itself: it fills the window and has no frame, unlike the site's other dialogs. */
export function PlayerDialog({ label, onClose, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  useStyles(css);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog?.open === false) dialog.showModal();
    // Closed before it is taken away: only closing gives the focus back.
    return () => {
      dialog?.close();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      className="player-dialog"
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {children}
    </dialog>
  );
}
