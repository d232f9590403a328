import { useMediaRemote, useMediaState } from '@pardeh/hls/react';
import { m } from '../../../../platform/text/paraglide/messages.js';
import { formatClock } from './clock.ts';
import { ControlButton } from '../../../../platform/ui/ControlButton.tsx';
import { RemoteButton } from './RemoteButton.tsx';
import type { Chapter } from './chapters.ts';
import { togglePanel, type Panel } from '../panels/panel.ts';
import { SeekBar } from './SeekBar.tsx';
import { SkipButton } from './SkipButton.tsx';
import { useIsTouched } from '../input/touch.ts';
import type { FrameSource } from './use-key-frame.ts';
import { FAR_STEP } from '../input/use-commands.ts';
import { Volume } from './Volume.tsx';
import { WindowButtons } from './WindowButtons.tsx';

interface Props {
  storyboardUrl: string;
  frames: FrameSource | null;
  captions: { on: boolean; toggle: () => void } | null;
  chapters: readonly Chapter[];
  hasEpisodes: boolean;
  panel: Panel | null;
  canCast: boolean;
  onCast: (() => void) | null;
  isCasting: boolean;
}

export function Controls(props: Props) {
  const { storyboardUrl, frames, captions, chapters, hasEpisodes, panel, canCast, onCast, isCasting } = props;
  const touched = useIsTouched();
  return (
    <div className="player-bar" dir="ltr">
      <SeekBar storyboardUrl={storyboardUrl} frames={frames} chapters={chapters} />
      <div className="player-buttons">
        {!touched && (
          <>
            <PlayButton />
            <SkipButton seconds={-FAR_STEP} className="player-wide" />
            <SkipButton seconds={FAR_STEP} className="player-wide" />
          </>
        )}
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
        {chapters.length > 0 && (
          <ControlButton
            icon="chapters"
            label={m.player_chapters()}
            expanded={panel === 'chapters'}
            className="player-wide"
            onPress={() => togglePanel('chapters')}
          />
        )}
        {hasEpisodes && (
          <ControlButton
            icon="episodes"
            label={m.player_episodes()}
            expanded={panel === 'episodes'}
            className="player-episodes-button"
            onPress={() => togglePanel('episodes')}
          />
        )}
        <ControlButton
          icon="settings"
          label={m.player_settings()}
          expanded={panel === 'settings'}
          onPress={() => togglePanel('settings')}
        />
        {canCast && <RemoteButton onCast={onCast} isCasting={isCasting} />}
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

function Clock() {
  const time = useMediaState('currentTime');
  const duration = useMediaState('duration');
  return (
    <span className="player-clock">
      {formatClock(time)} <span className="player-clock-end">/ {formatClock(duration)}</span>
    </span>
  );
}
