import { useMediaPlayer, useMediaRemote } from '@pardeh/hls/react';
import { formatNumber } from '../../../../platform/text/format.ts';
import { m } from '../../../../platform/text/paraglide/messages.js';
import { ControlButton } from '../../../../platform/ui/ControlButton.tsx';

export function SkipButton({ seconds, className = '' }: { seconds: number; className?: string }) {
  const remote = useMediaRemote();
  const player = useMediaPlayer();
  const back = seconds < 0;
  const count = formatNumber(Math.abs(seconds));
  const skip = () => {
    if (!player) return;
    const { livePosition, seekableStart, duration } = player.state;
    remote.seek(Math.min(Math.max(seekableStart, player.currentTime + seconds), livePosition ?? duration));
  };
  return (
    <ControlButton
      icon={back ? 'back' : 'forward'}
      label={back ? m.player_back({ seconds: count }) : m.player_forward({ seconds: count })}
      keys={back ? 'j' : 'l'}
      className={className}
      onPress={skip}
    />
  );
}
