import { useStore } from '@nanostores/react';
import { $notice } from './notice.ts';

/** Milliseconds: 15 letters a second, as subtitles are read. */
const LETTER_MS = 1000 / 15;
const MIN_SHOWN_MS = 1600;

export function Notice() {
  const { text, count } = useStore($notice);
  return (
    <div className="player-notice" dir="auto" role="status">
      {count > 0 && (
        <p key={count} style={{ animationDuration: `${Math.max(MIN_SHOWN_MS, text.length * LETTER_MS)}ms` }}>
          {text}
        </p>
      )}
    </div>
  );
}
