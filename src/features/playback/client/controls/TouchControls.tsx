import { useMediaRemote, useMediaState } from '@pardeh/hls/react';
import { m } from '../../../../platform/text/paraglide/messages.js';
import { ControlButton } from '../../../../platform/ui/ControlButton.tsx';
import { SkipButton } from './SkipButton.tsx';
import { FAR_STEP } from '../input/use-commands.ts';

export function TouchControls({ canSkip }: { canSkip: boolean }) {
  const remote = useMediaRemote();
  const paused = useMediaState('paused');
  const ended = useMediaState('ended');
  const started = useMediaState('started');
  const waiting = useMediaState('waiting');
  if (!started) return null;
  return (
    <div className="player-touch" dir="ltr">
      {canSkip && <SkipButton seconds={-FAR_STEP} />}
      <ControlButton
        icon={ended ? 'replay' : paused ? 'play' : 'pause'}
        label={ended ? m.player_replay() : paused ? m.player_play() : m.player_pause()}
        className={waiting ? 'player-touch-play player-touch-waiting' : 'player-touch-play'}
        onPress={() => remote.togglePaused()}
      />
      {canSkip && <SkipButton seconds={FAR_STEP} />}
    </div>
  );
}
