import { useStore } from '@nanostores/react';
import { m } from '../../i18n/paraglide/messages.js';
import { isBrowsed } from '../../stores/browsed.ts';
import { $mini, browseOn } from '../../stores/player-window.ts';
import { ControlButton } from './ControlButton.tsx';
import { MiniBar } from './MiniBar.tsx';

interface Props {
  title: string;
  demo: boolean;
  onClose: () => void;
}

/** Above the picture: what plays, that it is only a demo clip where it is, the way out, and that to browse on. */
export function PlayerTop({ title, demo, onClose }: Props) {
  const mini = useStore($mini);
  return (
    <>
      <div className="player-top">
        <ControlButton icon="close" label={m.player_close()} keys="Escape" onPress={onClose} />
        {!isBrowsed() && <ControlButton icon="mini" label={m.player_mini()} onPress={browseOn} />}
        <div className="player-heading">
          <h2>{title}</h2>
          {demo && <p className="player-demo">{m.player_demo()}</p>}
        </div>
      </div>
      {mini && <MiniBar onClose={onClose} />}
    </>
  );
}
