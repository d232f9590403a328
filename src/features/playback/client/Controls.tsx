import { useMediaRemote, useMediaState } from '../../hls/client/media/media.tsx';
import { m } from '../../../platform/text/paraglide/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { formatClock } from './clock.ts';
import { ControlButton } from '../../../platform/ui/ControlButton.tsx';
import { RemoteButton } from './RemoteButton.tsx';
import { SeekBar } from './SeekBar.tsx';
import { FAR_STEP } from './use-commands.ts';
import { Volume } from './Volume.tsx';
import { WindowButtons } from './WindowButtons.tsx';

interface Props {
  storyboardUrl: string;
  captions: { on: boolean; toggle: () => void } | null;
  settings: { open: boolean; toggle: () => void };
}

/** Left to right in every language, as time runs. */
export function Controls({ storyboardUrl, captions, settings }: Props) {
  return (
    <div className="player-bar" dir="ltr">
      <SeekBar storyboardUrl={storyboardUrl} />
      <div className="player-buttons">
        <PlayButton />
        <Skip seconds={-FAR_STEP} />
        <Skip seconds={FAR_STEP} />
        <Volume />
        <Clock />
        <span className="player-gap" />
        {captions && (
          <ControlButton
            icon="captions"
            label={captions.on ? m.player_subtitles_off() : m.player_subtitles_on()}
            keys="c"
            className={captions.on ? 'player-control-on' : ''}
            onPress={captions.toggle}
          />
        )}
        <ControlButton icon="settings" label={m.player_settings()} expanded={settings.open} onPress={settings.toggle} />
        <RemoteButton />
        <WindowButtons />
      </div>
    </div>
  );
}

function PlayButton() {
  const remote = useMediaRemote();
  const paused = useMediaState('paused');
  const ended = useMediaState('ended');
  const label = ended ? m.player_replay() : paused ? m.player_play() : m.player_pause();
  const icon = ended ? 'replay' : paused ? 'play' : 'pause';
  return <ControlButton icon={icon} label={label} keys="k" onPress={() => remote.togglePaused()} />;
}

function Skip({ seconds }: { seconds: number }) {
  const remote = useMediaRemote();
  const time = useMediaState('currentTime');
  const duration = useMediaState('duration');
  const back = seconds < 0;
  const count = formatNumber(Math.abs(seconds));
  return (
    <ControlButton
      icon={back ? 'back' : 'forward'}
      label={back ? m.player_back({ seconds: count }) : m.player_forward({ seconds: count })}
      keys={back ? 'j' : 'l'}
      className="player-wide"
      onPress={() => remote.seek(Math.min(Math.max(0, time + seconds), duration))}
    />
  );
}

function Clock() {
  const time = useMediaState('currentTime');
  const duration = useMediaState('duration');
  return (
    <span className="player-clock">
      {formatClock(time)} <span className="player-clock-end">/ {formatClock(duration)}</span>
    </span>
  );
}
