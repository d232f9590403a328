import { m } from '../../i18n/paraglide/messages.js';
import { ControlButton } from '../player/ControlButton.tsx';

/** Before the picture is there. */
export function LiveWaiting({ onClose }: { onClose: () => void }) {
  return (
    <div className="player-waiting">
      <ControlButton icon="close" label={m.player_close()} onPress={onClose} />
      <div className="player-spinner" role="status" aria-label={m.player_loading()} />
    </div>
  );
}
