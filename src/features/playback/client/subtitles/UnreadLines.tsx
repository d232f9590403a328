import type { UnreadLog } from '../../../../platform/media/subtitles/unread.ts';
import { formatNumber } from '../../../../platform/text/format.ts';
import { m } from '../../../../platform/text/paraglide/messages.js';

const MAX_SHOWN = 20;
const MAX_LETTERS = 80;

export function UnreadLines({ unread: { count, lines } }: { unread: UnreadLog }) {
  if (count === 0) return null;
  return (
    <details className="player-unread">
      <summary>{m.player_own_unread({ count: formatNumber(count) })}</summary>
      <ul>
        {lines.slice(0, MAX_SHOWN).map(({ line, text }, at) => (
          <li key={at}>
            {m.player_own_unread_line({ line: formatNumber(line) })} <bdi>{text.slice(0, MAX_LETTERS)}</bdi>
          </li>
        ))}
      </ul>
    </details>
  );
}
