import { useMediaPlayer, useMediaRemote, useMediaState } from '@pardeh/hls/react';
import { useEffect, useState } from 'react';
import { m } from '../../../../platform/text/paraglide/messages.js';
import { ControlButton } from '../../../../platform/ui/ControlButton.tsx';

interface Props {
  onCast: (() => void) | null;
  isCasting: boolean;
}

export function RemoteButton({ onCast, isCasting }: Props) {
  const airplay = useMediaRemote();
  const canAirPlay = useMediaState('canAirPlay');
  const remote = useRemotePlayback(!canAirPlay && onCast === null);
  if (canAirPlay) {
    return <ControlButton icon="airplay" label={m.player_airplay()} onPress={() => airplay.requestAirPlay()} />;
  }
  if (onCast !== null)
    return <ControlButton icon="cast" label={m.player_cast()} pressed={isCasting} onPress={onCast} />;
  if (remote === null) return null;
  // Closing the browser's list of screens rejects.
  const choose = () => void remote.prompt().catch(() => null);
  return <ControlButton icon="cast" label={m.player_cast()} onPress={choose} />;
}

function useRemotePlayback(wanted: boolean): RemotePlayback | null {
  const player = useMediaPlayer();
  const canPlay = useMediaState('canPlay');
  const [remotePlayback, setFound] = useState<RemotePlayback | null>(null);
  useEffect(() => {
    const video = player?.el?.querySelector('video');
    const remote = (video as Partial<HTMLVideoElement> | null | undefined)?.remote;
    if (!wanted || !canPlay || !remote) return;
    const watching = remote.watchAvailability((available) => setFound(available ? remote : null));
    watching.catch(() => null);
    return () => {
      setFound(null);
      void watching.then((id) => remote.cancelWatchAvailability(id)).catch(() => null);
    };
  }, [player, wanted, canPlay]);
  return remotePlayback;
}
