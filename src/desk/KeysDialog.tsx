import { useEffect, useState } from 'react';
import { Dialog } from '../platform/ui/Dialog.tsx';
import { m } from '../platform/text/desk/messages.js';

/** A key alone, where nobody types. */
export function isShortcut(event: KeyboardEvent, key: string): boolean {
  const isTyping = event.target instanceof HTMLElement && event.target.closest('input, select, textarea, dialog');
  return event.key === key && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey;
}

export function findSearch(): HTMLInputElement | undefined {
  const inputs = document.querySelectorAll<HTMLInputElement>('.desk-main input[type="search"]');
  return [...inputs].find((input) => input.checkVisibility() && !input.disabled);
}

/** `؟` is the same key in the Persian layout. */
const HELP_KEYS = ['?', '؟'];

export function KeysDialog() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (!HELP_KEYS.some((key) => isShortcut(event, key))) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', open);
    return () => {
      document.removeEventListener('keydown', open);
    };
  }, []);
  if (!isOpen) return null;
  const rows: readonly (readonly [keys: string, text: string])[] = [
    ...(findSearch() !== undefined ? [['/', m.shortcut_search()] as const] : []),
    ['?', m.shortcut_help()],
    ['Esc', m.shortcut_close()],
    ['Tab', m.shortcut_tab()],
    ['Enter', m.shortcut_enter()],
    ['← → ↑ ↓', m.shortcut_arrows()],
    ['Page Up, Page Down', m.shortcut_pages()],
    ['Home, End', m.shortcut_ends()],
  ];
  return (
    <Dialog
      title={m.shortcuts_title()}
      onClose={() => {
        setOpen(false);
      }}
    >
      <dl className="desk-facts">
        {rows.map(([keys, text]) => (
          <div key={keys}>
            <dt>
              <kbd dir="ltr">{keys}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
