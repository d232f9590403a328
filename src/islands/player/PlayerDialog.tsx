import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { useStyles } from '../../ui/use-styles.ts';
import css from './player.css?inline';

const TOUCHES = ['pointerdown', 'keydown'] as const;

interface Props {
  label: string;
  /** Asked for by Escape; the caller stops rendering the dialog. */
  onClose: () => void;
  /** Somebody is there: a key or a pointer was pressed. */
  onTouch: () => void;
  children: ReactNode;
}

/** The modal of the picture itself: it fills the window and has no frame, unlike the site's other dialogs. */
export function PlayerDialog({ label, onClose, onTouch, children }: Props) {
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
  useEffect(() => {
    for (const type of TOUCHES) document.addEventListener(type, onTouch);
    return () => {
      for (const type of TOUCHES) document.removeEventListener(type, onTouch);
    };
  }, [onTouch]);
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
      <div className="player-stage">{children}</div>
    </dialog>
  );
}
