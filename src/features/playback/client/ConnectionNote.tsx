import { m } from '../../../platform/text/paraglide/messages.js';

export function ConnectionNote({ lost }: { lost: boolean }) {
  return (
    <div className="player-note player-connection" role="status">
      {lost && <p>{m.player_lost()}</p>}
    </div>
  );
}
