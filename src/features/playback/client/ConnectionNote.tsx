import { m } from '../../../platform/text/paraglide/messages.js';

/** Says that the network is gone, and that nothing need be done. */
export function ConnectionNote({ lost }: { lost: boolean }) {
  return (
    <div className="player-note player-connection" role="status">
      {lost && <p>{m.player_lost()}</p>}
    </div>
  );
}
