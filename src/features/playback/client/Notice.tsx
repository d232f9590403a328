import { useStore } from '@nanostores/react';
import { $notice } from './notice.ts';

export function Notice() {
  const { text, count } = useStore($notice);
  return (
    <div className="player-notice" dir="auto" role="status">
      {count > 0 && <p key={count}>{text}</p>}
    </div>
  );
}
