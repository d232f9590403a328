import { useState } from 'react';
import { m } from '../../../platform/text/desk/messages.js';

/** A search within a form: Enter searches, and does not send the form. */
export function SearchBox({ label, search }: { label: string; search: (text: string) => void }) {
  const [text, setText] = useState('');
  const go = () => {
    search(text.trim());
  };
  return (
    <div className="desk-search" role="search" aria-label={label}>
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={200}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          go();
        }}
      />
      <button type="button" onClick={go}>
        {m.search_go()}
      </button>
    </div>
  );
}
