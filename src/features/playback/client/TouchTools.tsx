import { useStore } from '@nanostores/react';
import { m } from '../../../platform/text/paraglide/messages.js';
import { ControlButton } from '../../../platform/ui/ControlButton.tsx';
import { $filled, $locked } from './touch.ts';

export function TouchTools() {
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
