import { useEffect, useId, useRef } from 'react';
import { m } from '../../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../../platform/text/format.ts';
import { Button } from '../../../../platform/ui/Button.tsx';
import { MAX_PASTED_ROWS } from './paste-rows.ts';

/** Characters. Chromium inserts a longer one line by line: the page would stand still for minutes. */
const LONG_PASTE = 5000;

interface Props {
  text: string;
  onChange: (text: string) => void;
  onRead: () => void;
  isFocused: boolean;
}

export function PasteText({ text, onChange, onRead, isFocused }: Props) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isFocused) field.current?.focus();
  }, [isFocused]);
  return (
    <>
      <div className="desk-field">
        <label htmlFor={id}>{m.series_paste_label()}</label>
        <textarea
          ref={field}
          id={id}
          rows={5}
          dir="auto"
          aria-describedby={`${id}-note`}
          value={text}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text/plain');
            if (pasted.length < LONG_PASTE) return;
            event.preventDefault();
            const { selectionStart: start, selectionEnd: end } = event.currentTarget;
            onChange(text.slice(0, start) + pasted + text.slice(end));
          }}
          onChange={(event) => {
            onChange(event.target.value);
          }}
        />
        <p id={`${id}-note`} className="desk-note">
          {m.series_paste_note({ most: formatNumber(MAX_PASTED_ROWS) })}
        </p>
      </div>
      <div className="desk-buttons">
        <Button look="line" disabled={text.trim() === ''} onClick={onRead}>
          {m.series_paste_read()}
        </Button>
      </div>
    </>
  );
}
