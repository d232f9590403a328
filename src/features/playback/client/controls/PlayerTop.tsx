import { useStore } from '@nanostores/react';
import { m } from '../../../../platform/text/paraglide/messages.js';
import { isInsideFrame } from '../../../../platform/client/frame.ts';
import { $mini, minimize, fillWindow } from '../window/player-window.ts';
import { ControlButton } from '../../../../platform/ui/ControlButton.tsx';
import { useIsTouched, $filled, $locked } from '../input/touch.ts';
import { useMediaRemote, useMediaState } from '@pardeh/hls/react';

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

function MiniBar({ onClose }: { onClose: () => void }) {
  const remote = useMediaRemote();
  const paused = useMediaState('paused');
  return (
    <div className="player-mini-bar" dir="ltr">
      <ControlButton
        icon={paused ? 'play' : 'pause'}
        label={paused ? m.player_play() : m.player_pause()}
        onPress={() => remote.togglePaused()}
      />
      <ControlButton icon="expand" label={m.player_expand()} onPress={fillWindow} />
      <ControlButton icon="close" label={m.player_close()} onPress={onClose} />
    </div>
  );
}

function TouchTools() {
  const filled = useStore($filled);
  return (
    <div className="player-tools">
      <ControlButton
        icon={filled ? 'fit' : 'fill'}
        label={filled ? m.player_fit() : m.player_fill()}
        onPress={() => $filled.set(!filled)}
      />
      <ControlButton icon="lock" label={m.player_lock()} onPress={() => $locked.set(true)} />
    </div>
  );
}
