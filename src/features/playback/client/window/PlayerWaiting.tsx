import { m } from '../../../../platform/text/paraglide/messages.js';
import { closePlayer } from './player-window.ts';
import { ControlButton } from '../../../../platform/ui/ControlButton.tsx';

export function PlayerWaiting() {
  return (
    <div className="player-waiting">
      <ControlButton icon="close" label={m.player_close()} onPress={closePlayer} />
      <div className="player-spinner" role="status" aria-label={m.player_loading()} />
    </div>
  );
}
