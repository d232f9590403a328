import { m } from '../../i18n/paraglide/messages.js';
import { ControlButton } from './ControlButton.tsx';

interface Props {
  title: string;
  demo: boolean;
  onClose: () => void;
}

/** Above the picture: what plays, that it is only a demo clip where it is, and the way out. */
export function PlayerTop({ title, demo, onClose }: Props) {
  return (
    <div className="player-top">
      <ControlButton icon="close" label={m.player_close()} keys="Escape" onPress={onClose} />
      <div className="player-heading">
        <h2>{title}</h2>
        {demo && <p className="player-demo">{m.player_demo()}</p>}
      </div>
    </div>
  );
}
