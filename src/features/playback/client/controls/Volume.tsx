import { useMediaRemote, useMediaState } from '@pardeh/hls/react';
import type { CSSProperties } from 'react';
import { formatNumber } from '../../../../platform/text/format.ts';
import { m } from '../../../../platform/text/paraglide/messages.js';
import { ControlButton } from '../../../../platform/ui/ControlButton.tsx';

export function Volume() {
  const remote = useMediaRemote();
  const volume = useMediaState('volume');
  const muted = useMediaState('muted') || volume === 0;
  const percent = Math.round(muted ? 0 : volume * 100);
  return (
    <div className="player-volume">
      <ControlButton
        icon={muted ? 'muted' : 'volume'}
        label={muted ? m.player_unmute() : m.player_mute()}
        keys="m"
        onPress={() => remote.toggleMuted()}
      />
      <input
        type="range"
        data-own-keys
        min={0}
        max={100}
        step={5}
        value={percent}
        style={{ '--played': `${percent}%` } as CSSProperties}
        aria-label={m.player_volume()}
        aria-valuetext={m.player_percent({ value: formatNumber(percent) })}
        onChange={(event) => {
          const next = event.currentTarget.valueAsNumber / 100;
          remote.changeVolume(next);
          if (next > 0) remote.unmute();
        }}
      />
    </div>
  );
}
