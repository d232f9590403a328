import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { $mini, forgetFramedPage } from './player-window.ts';
import { useStyles } from '../../../platform/ui/use-styles.ts';
import { BrowseFrame } from './BrowseFrame.tsx';
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
  const mini = useStore($mini);
  useStyles(css);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (mini) dialog?.show();
    else dialog?.showModal();
    // Closed before it is taken away: only closing gives the focus back.
    return () => {
      dialog?.close();
    };
  }, [mini]);
  useEffect(() => forgetFramedPage, []);
  // Once begun, it stays: who lets the player fill the window again comes back to where they were.
  const [browses, setBrowses] = useState(mini);
  if (mini && !browses) setBrowses(true);
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
      data-mini={mini || undefined}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="player-stage">{children}</div>
      {browses && <BrowseFrame />}
    </dialog>
  );
}
