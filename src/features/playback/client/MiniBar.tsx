import { useMediaRemote, useMediaState } from '@pardeh/hls/react';
import { m } from '../../../platform/text/paraglide/messages.js';
import { fillWindow } from './player-window.ts';
import { ControlButton } from '../../../platform/ui/ControlButton.tsx';

export function MiniBar({ onClose }: { onClose: () => void }) {
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
