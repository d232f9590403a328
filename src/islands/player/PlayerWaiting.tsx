import { m } from '../../i18n/paraglide/messages.js';
import { closePlayer } from '../../stores/player-window.ts';
import { ControlButton } from './ControlButton.tsx';

/** Before the picture is there. */
export function PlayerWaiting() {
  return (
    <div className="player-waiting">
      <ControlButton icon="close" label={m.player_close()} onPress={closePlayer} />
      <div className="player-spinner" role="status" aria-label={m.player_loading()} />
    </div>
  );
}
