import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { m } from '../text/paraglide/messages.js';
import { Icon } from './Icon.tsx';
import css from './dialog.css?inline';
import { useStyles } from './use-styles.ts';

interface Frame {
  onClose: () => void;
  children: ReactNode;
}
interface Titled extends Frame {
  title: string;
  wide?: boolean;
}
/** Has no heading: needs a label for screen readers. */
interface Bare extends Frame {
  label: string;
  className: string;
}

export function Dialog(props: Titled | Bare) {
  const { onClose, children } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useStyles(css);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog?.open === false) {
      dialog.showModal();
      // The browser would focus the close button.
      dialog.querySelector<HTMLElement>('input:not([type=hidden])')?.focus();
    }
    return () => {
      dialog?.close();
    };
  }, []);
  const titled = 'title' in props;
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape does the same for the keyboard
    <dialog
      ref={ref}
      className={titled ? `dialog ${props.wide === true ? 'dialog-wide' : ''}`.trim() : props.className}
      {...(titled ? { 'aria-labelledby': id } : { 'aria-label': props.label })}
      onMouseDown={(event) => {
        // A titled dialog has no padding, so a press on itself is one on its backdrop.
        if (titled && event.target === ref.current) onClose();
      }}
      onCancel={(event) => {
        // React bubbles events of nested dialogs.
        if (event.target !== ref.current) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        // A browser may close it despite preventDefault.
        if (event.target === ref.current) onClose();
      }}
    >
      {titled ? (
        <div className="dialog-body">
          <header className="dialog-head">
            <h2 id={id}>{props.title}</h2>
            <button type="button" className="dialog-close" aria-label={m.modal_close()} onClick={onClose}>
              <Icon name="close" />
            </button>
          </header>
          {children}
        </div>
      ) : (
        children
      )}
    </dialog>
  );
}
