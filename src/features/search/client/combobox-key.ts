interface Key {
  readonly key: string;
  preventDefault: () => void;
}

interface Box {
  shown: boolean;
  count: number;
  active: number; // -1 for none
  move: (to: number) => void;
  open: () => void;
  close: () => void;
  clear: () => void;
}

/** Arrows wrap through options and text. Escape closes, then empties, then closes the popover. Enter submits. */
export function handleComboboxKey(event: Key & { currentTarget: { value: string } }, box: Box): void {
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
