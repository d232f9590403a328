import { useEffect, type RefObject } from 'react';

/** Focuses `first` of the panel when it opens, closes it by Escape, and gives the focus back to its opener. */
export function usePanelFocus(panel: RefObject<HTMLElement | null>, first: string, onClose: () => void): void {
  useEffect(() => {
    const opener = document.activeElement;
    panel.current?.querySelector<HTMLElement>(first)?.focus();
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // The same key would also close the player.
      event.preventDefault();
      event.stopPropagation();
      onClose();
    };
    document.addEventListener('keydown', onKey, true);
    return () => {
      document.removeEventListener('keydown', onKey, true);
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [panel, first, onClose]);
}
