import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { $mini, forgetFramedPage } from './player-window.ts';
import { useStyles } from '../../../../platform/ui/use-styles.ts';
import { BrowseFrame } from './BrowseFrame.tsx';
import css from '../player.css?inline';
import frameCss from './player-frame.css?inline';

const TOUCHES = ['pointerdown', 'keydown'] as const;

interface Props {
  label: string;
  onClose: () => void;
  onTouch: () => void;
  children: ReactNode;
}

export function PlayerDialog({ label, onClose, onTouch, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const mini = useStore($mini);
  useStyles(frameCss);
  useStyles(css);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (mini) dialog?.show();
    else {
      dialog?.showModal();
      // The content is replaced while it loads; focus on a removed button is lost to the body.
      dialog?.focus();
    }
    // Only closing restores the focus.
    return () => {
      dialog?.close();
    };
  }, [mini]);
  useEffect(() => forgetFramedPage, []);
  // Kept mounted, so that browsing resumes where it was.
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
      tabIndex={-1}
      data-mini={mini || undefined}
      aria-label={label}
      onCancel={(event) => {
        // React bubbles events of the dialogs inside.
        if (event.target !== ref.current) return;
        event.preventDefault();
        onClose();
      }}
    >
      <div className="player-stage">{children}</div>
      {browses && <BrowseFrame />}
    </dialog>
  );
}
