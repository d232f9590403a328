import { useMediaRemote, useMediaState } from '@pardeh/hls/react';
import { m } from '../../../../platform/text/paraglide/messages.js';
import { PlayerIcon } from '../../../../platform/ui/PlayerIcon.tsx';

export function Overlay() {
  const remote = useMediaRemote();
  const waiting = useMediaState('waiting');
  const canPlay = useMediaState('canPlay');
  const started = useMediaState('started');
  const paused = useMediaState('paused');
  const seeking = useMediaState('seeking');
  if (canPlay && !started && paused && !seeking) {
    return (
      <button type="button" className="player-start" aria-label={m.player_play()} onClick={() => remote.play()}>
        <PlayerIcon name="play" />
      </button>
    );
  }
  return !canPlay || waiting ? <div className="player-spinner" role="status" aria-label={m.player_loading()} /> : null;
}
