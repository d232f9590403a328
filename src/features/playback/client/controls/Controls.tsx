import { useMediaRemote, useMediaState } from '@pardeh/hls/react';
import { m } from '../../../../platform/text/paraglide/messages.js';
import { ControlButton } from '../../../../platform/ui/ControlButton.tsx';
import type { TitleDetails } from '../../../titles/contract/catalogue.ts';
import { useIsTouched } from '../input/touch.ts';
import { FAR_STEP } from '../input/use-commands.ts';
import { togglePanel, type Panel } from '../panels/panel.ts';
import { RemoteButton } from './RemoteButton.tsx';
import { SkipButton } from './SkipButton.tsx';
import type { Timeline } from './timeline.ts';
import { Volume } from './Volume.tsx';
import { WindowButtons } from './WindowButtons.tsx';

interface Props {
  timeline: Timeline;
  captions: { isOn: boolean; toggle: () => void } | null;
  details: TitleDetails | null;
  panel: Panel | null;
  canCast: boolean;
  onCast: (() => void) | null;
  isCasting: boolean;
}

export function Controls({ timeline, captions, details, panel, canCast, onCast, isCasting }: Props) {
  const touched = useIsTouched();
  const hasChapters = details !== null && details.chapters.length > 0;
  const hasEpisodes = details?.seasons.some(({ episodes }) => episodes.length > 1) ?? false;
  return (
    <div className="player-bar" dir="ltr">
      {timeline.bar}
      <div className="player-buttons">
        {!touched && <PlayButton />}
        {!touched && timeline.hasSteps && (
          <>
            <SkipButton seconds={-FAR_STEP} className="player-wide" />
            <SkipButton seconds={FAR_STEP} className="player-wide" />
          </>
        )}
        <Volume />
        {timeline.clock}
        <span className="player-gap" />
        {captions && (
          <ControlButton
            icon="captions"
            label={captions.isOn ? m.player_subtitles_off() : m.player_subtitles_on()}
            keys="c"
            className={captions.isOn ? 'player-control-on' : ''}
            onPress={captions.toggle}
          />
        )}
        {hasChapters && (
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
