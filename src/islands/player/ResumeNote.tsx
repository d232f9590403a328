import { m } from '../../i18n/paraglide/messages.js';
import { formatClock } from './clock.ts';

/** Says that the title went on where it stopped, and offers its beginning. `at` in seconds; null shows nothing. */
export function ResumeNote({ at, onRestart }: { at: number | null; onRestart: () => void }) {
  return (
    <div className="player-note" role="status">
      {at !== null && (
        <p>
          {m.player_resumed({ at: formatClock(at) })}
          <button type="button" onClick={onRestart}>
            {m.player_restart()}
          </button>
        </p>
      )}
    </div>
  );
}
