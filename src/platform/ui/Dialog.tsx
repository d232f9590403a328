import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { m } from '../text/paraglide/messages.js';
import { Icon } from './Icon.tsx';
import css from './dialog.css?inline';
import { useStyles } from './use-styles.ts';

interface Frame {
  /** Asked for by Escape, the close button or a press outside; the caller stops rendering the dialog. */
  onClose: () => void;
  children: ReactNode;
}
interface Titled extends Frame {
  title: string;
  wide?: boolean;
}
/** Without a head of its own: the content has its close button, and a name for screen readers. */
interface Bare extends Frame {
  label: string;
  className: string;
}

/** A modal on `<dialog>`: focus stays inside and returns to its opener by the browser's own doing. */
export function Dialog(props: Titled | Bare) {
  const { onClose, children } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useStyles(css);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog?.open === false) {
      dialog.showModal();
      // The browser would choose the close button.
      dialog.querySelector<HTMLElement>('input:not([type=hidden])')?.focus();
    }
    // Closed before it is taken away: only closing gives the focus back.
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
        // A titled dialog has no padding: a press on itself is one on its backdrop.
        if (titled && event.target === ref.current) onClose();
      }}
      onCancel={(event) => {
        // React hands on what is said to a dialog that asks something within this one.
        if (event.target !== ref.current) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        // A browser may close it over our refusal; not heard of a dialog that was taken away.
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
