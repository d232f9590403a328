import { useStore } from '@nanostores/react';
import { m } from '../../../platform/text/paraglide/messages.js';
import { isInsideFrame } from '../../../platform/client/frame.ts';
import { $mini, minimize } from './player-window.ts';
import { ControlButton } from '../../../platform/ui/ControlButton.tsx';
import { MiniBar } from './MiniBar.tsx';
import { useIsTouched } from './touch.ts';
import { TouchTools } from './TouchTools.tsx';

interface Props {
  title: string;
  demo: boolean;
  /** Spec 1.07; null for other viewers. */
  fullrateOperator: string | null;
  onClose: () => void;
}

export function PlayerTop({ title, demo, fullrateOperator, onClose }: Props) {
  const mini = useStore($mini);
  const touched = useIsTouched();
  return (
    <>
      <div className="player-top">
        <ControlButton icon="close" label={m.player_close()} keys="Escape" onPress={onClose} />
        {!isInsideFrame() && <ControlButton icon="mini" label={m.player_mini()} onPress={minimize} />}
        <div className="player-heading">
          <h2>{title}</h2>
          {demo && <p className="player-demo">{m.player_demo()}</p>}
          {fullrateOperator !== null && (
            <p className="player-fullrate">{m.data_fullrate_watching({ operator: fullrateOperator })}</p>
          )}
        </div>
        {touched && <TouchTools />}
      </div>
      {mini && <MiniBar onClose={onClose} />}
    </>
  );
}
