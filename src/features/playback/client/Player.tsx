import { useStore } from '@nanostores/react';
import type { EngineName } from '@pardeh/hls/engine';
import type { FailureCause } from '@pardeh/hls/failure';
import { Captions, MediaPlayer, MediaProvider, useMediaRemote, type MediaPlayerInstance } from '@pardeh/hls/react';
import type { ReactNode, RefObject } from 'react';
import { m } from '../../../platform/text/paraglide/messages.js';
import type { TitleDetails } from '../../titles/contract/catalogue.ts';
import { $cast } from './cast/cast-state.ts';
import { Controls } from './controls/Controls.tsx';
import { LockedScreen } from './controls/LockedScreen.tsx';
import { Notice } from './controls/Notice.tsx';
import { Overlay } from './controls/Overlay.tsx';
import { PlayerTop } from './controls/PlayerTop.tsx';
import { Surface } from './controls/Surface.tsx';
import type { Timeline } from './controls/timeline.ts';
import { ConnectionNote } from './engine/ConnectionNote.tsx';
import { $filled, useIsTouched } from './input/touch.ts';
import { useKeyboard } from './input/use-commands.ts';
import { lazyPart } from './lazy-part.tsx';
import { usePanel } from './panels/panel.ts';
import { $playerSettings } from './player.ts';
import type { Subtitles } from './subtitles/use-subtitles.ts';

const CastScreen = lazyPart(async () => (await import('./cast/CastScreen.tsx')).CastScreen);
const MorePanels = lazyPart(async () => (await import('./panels/MorePanels.tsx')).MorePanels);

interface Props {
  player: RefObject<MediaPlayerInstance | null>;
  /** Plays already, or was loaded by a press; null for a new one. */
  started: MediaPlayerInstance | null;
  engine: EngineName;
  trouble: FailureCause | null;
  title: string;
  label: string;
  posterUrl: string | null;
  demo: boolean;
  /** Spec 1.07; null for other viewers. */
  fullrateOperator: string | null;
  timeline: Timeline;
  subtitles: Subtitles;
  hasCaptions: boolean;
  canCast: boolean;
  onCast: (() => void) | null;
  details: TitleDetails | null;
  tracks?: ReactNode;
  /** Below the picture's controls: subtitles that the player draws itself. */
  layer?: ReactNode;
  notes?: ReactNode;
  offers?: ReactNode;
  settings: ReactNode;
  onNext?: (() => void) | undefined;
  onClose: () => void;
}

/** A film or a channel: what differs is its `timeline`, and the parts that its page gives. */
export function Player(props: Props) {
  const { player, engine, title, timeline, subtitles, details, onClose } = props;
  const remote = useMediaRemote(player);
  const { size, background, colour } = useStore($playerSettings);
  const captions = props.hasCaptions ? { isOn: subtitles.shown !== null, toggle: subtitles.toggle } : null;
  useKeyboard(player, remote, { captions: captions?.toggle, next: props.onNext });
  const panel = usePanel(remote);
  const touched = useIsTouched();
  const filled = useStore($filled);
  const cast = useStore($cast);
  const isAway = cast !== null && cast !== 'connecting';
  return (
    <MediaPlayer
      ref={player}
      started={props.started}
      className="player"
      data-engine={engine}
      data-fill={filled || undefined}
      data-subtitle-size={size}
      data-subtitle-background={background}
      data-subtitle-colour={colour}
      title={title}
      artist={m.site_name()}
      artwork={props.posterUrl ? [{ src: props.posterUrl }] : []}
      ariaLabel={props.label}
    >
      <MediaProvider>{props.tracks}</MediaProvider>
      {/* A new size needs a new layout of the lines, so a new element. */}
      <Captions key={size} className="vds-captions" textDir={subtitles.shown === 'fa' ? 'rtl' : 'ltr'} />
      {props.layer}
      <Surface />
      {!isAway && <Overlay />}
      {touched && !isAway && timeline.touch}
      {isAway && <CastScreen cast={cast} />}
      <Notice />
      <PlayerTop title={title} demo={props.demo} fullrateOperator={props.fullrateOperator} onClose={onClose} />
      {props.notes}
      <ConnectionNote trouble={props.trouble} />
      {props.offers}
      {panel === 'settings' && props.settings}
      {panel !== null && panel !== 'settings' && <MorePanels panel={panel} details={details} />}
      {!isAway && (
        <Controls
          timeline={timeline}
          captions={captions}
          details={details}
          panel={panel}
          canCast={props.canCast}
          onCast={props.onCast}
          isCasting={cast === 'connecting'}
        />
      )}
      {touched && <LockedScreen />}
    </MediaPlayer>
  );
}
