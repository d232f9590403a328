interface Key {
  readonly key: string;
  preventDefault: () => void;
}

interface Box {
  shown: boolean;
  count: number;
  /** The option that Enter goes to; -1 for none. */
  active: number;
  move: (to: number) => void;
  open: () => void;
  close: () => void;
  clear: () => void;
}

/**
 * The keys of an ARIA combobox: arrows move through the options and, past an end, back to the text; Escape first closes,
 * then empties, and on an empty, closed box is left to the popover that holds it. Enter is the form's.
 */
export function comboboxKey(event: Key & { currentTarget: { value: string } }, box: Box): void {
  const down = event.key === 'ArrowDown';
  if (down || event.key === 'ArrowUp') {
    event.preventDefault();
    if (!box.shown) box.open();
    else if (box.count > 0) {
      const places = box.count + 1;
      box.move(((box.active + 1 + (down ? 1 : -1) + places) % places) - 1);
    }
  } else if (event.key === 'Escape' && (box.shown || event.currentTarget.value !== '')) {
    event.preventDefault();
    if (box.shown) box.close();
    else box.clear();
  }
}
