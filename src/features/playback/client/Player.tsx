import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { EntitlementAnswer, Playing } from '../../purchase/contract.ts';
import type { TitleKind } from '../../../platform/kinds.ts';
import type { FailureCause } from '@pardeh/hls/failure';
import { m } from '../../../platform/text/paraglide/messages.js';
import { $playerSettings, isAutoplayOn } from './player.ts';
import { WatchPartyGate } from '../../watch-party/client/WatchPartyGate.tsx';
import { $cast } from './cast/cast-state.ts';
import { useCast } from './cast/use-cast.ts';
import { ConnectionNote } from './engine/ConnectionNote.tsx';
import { Controls } from './controls/Controls.tsx';
import { lazyPart } from './lazy-part.tsx';
import { LockedScreen } from './controls/LockedScreen.tsx';
import {
  Captions,
  MediaPlayer,
  MediaProvider,
  Track,
  useMediaRemote,
  useMediaState,
  type MediaPlayerInstance,
  useVideoEvent,
} from '@pardeh/hls/react';
import { NextEpisode } from './next-episode/NextEpisode.tsx';
import { Notice } from './controls/Notice.tsx';
import { Overlay } from './controls/Overlay.tsx';
import { usePanel } from './panels/panel.ts';
import { PlayerTop } from './controls/PlayerTop.tsx';
import { ResumeNote } from './resume/ResumeNote.tsx';
import { SettingsPanel } from './panels/SettingsPanel.tsx';
import { SkipMarker } from './controls/SkipMarker.tsx';
import { useReports } from '../../qoe/client/use-reports.ts';
import { isSavedAddress } from '../../offline/saved-title.ts';
import { languageName } from './subtitles/SubtitleSettings.tsx';
import { Surface } from './controls/Surface.tsx';
import { $filled, useIsTouched } from './input/touch.ts';
import { TouchControls } from './controls/TouchControls.tsx';
import { useKeyboard } from './input/use-commands.ts';
import { useLockScreen, useWakeLock } from './input/use-device.ts';
import { useQuality } from './quality/use-quality.ts';
import { usePlayCount } from './resume/use-play-count.ts';
import { useResume } from './resume/use-resume.ts';
import { useSleepTimer } from './panels/use-sleep-timer.ts';
import { useSource } from './engine/use-source.ts';
import { getTrackId, useSubtitles } from './subtitles/use-subtitles.ts';
import { useTitleDetails } from './panels/use-title-details.ts';

const MorePanels = lazyPart(async () => (await import('./panels/MorePanels.tsx')).MorePanels);
const CastScreen = lazyPart(async () => (await import('./cast/CastScreen.tsx')).CastScreen);
const SubtitleLayer = lazyPart(async () => (await import('./subtitles/SubtitleLayer.tsx')).SubtitleLayer);
const NO_CHAPTERS: readonly never[] = [];

export interface PlayerProps {
  kind: TitleKind;
  id: number;
  play: NonNullable<EntitlementAnswer['play']>;
  billing: EntitlementAnswer['billing'];
  /** Spec 3.15. */
  state: EntitlementAnswer['state'];
  title: string;
  started: MediaPlayerInstance | null;
  begins: boolean;
  asks: boolean;
  onNext: (next: Playing, untouched: boolean) => void;
  onClose: () => void;
  onFail: (cause: FailureCause) => void;
}

export function Player(props: PlayerProps) {
  const {
    kind,
    id,
    play,
    billing,
    state,
    title,
    started: startedPlayer,
    begins,
    asks,
    onNext,
    onClose,
    onFail,
  } = props;
  const ref = useRef<MediaPlayerInstance>(null);
  const remote = useMediaRemote(ref);
  const settings = useStore($playerSettings);
  const { size, background, colour } = settings;
  const resume = useResume(play.playing?.id ?? id, play.progress, ref);
  usePlayCount(play.playing?.id ?? id, ref);
  useReports(ref, !isSavedAddress(play.manifest_url));
  useVideoEvent(ref, 'loadedmetadata', resume.begin);
  const { begin } = resume;
  useEffect(() => {
    if (startedPlayer !== null && startedPlayer.video.readyState > 0) begin();
  }, [startedPlayer, begin]);
  const source = useSource({ kind, id }, play, ref, {
    ...{ startAt: resume.startAt, onFail },
    begins: begins || isAutoplayOn(settings),
  });
  const { engine, audioOnly, toFresh } = source;
  const hasFrames = !play.protected && !audioOnly;
  const frames = useMemo(
    () => (hasFrames ? { manifest: play.manifest_url, toFresh } : null),
    [hasFrames, play.manifest_url, toFresh],
  );
  const subtitles = useSubtitles(
    play.playing?.id ?? id,
    play.subtitles.map((subtitle) => subtitle.lang),
    ref,
  );
  const cast = useStore($cast);
  const startCast = useCast({ item: play.playing ?? { kind, id }, title, play, shown: subtitles.shown }, ref);
  const isAway = cast !== null && cast !== 'connecting';
  const quality = useQuality(play.renditions, engine, source.heldHeight, ref);
  useWakeLock(ref);
  const { next } = play;
  const goOn = useCallback((untouched: boolean) => next && onNext(next, untouched), [next, onNext]);
  useKeyboard(ref, remote, { captions: subtitles.toggle, next: next ? () => goOn(false) : undefined });
  useLockScreen(
    ref,
    useMemo(() => next && (() => goOn(false)), [next, goOn]),
  );

  const panel = usePanel(remote);
  useSleepTimer(ref, remote);
  const started = useMediaState('started', ref);
  const details = useTitleDetails(play.playing ?? { kind, id }, started);
  const chapters = details?.chapters ?? NO_CHAPTERS;
  const hasEpisodes = details?.seasons.some(({ episodes }) => episodes.length > 1) ?? false;
  const touched = useIsTouched();
  const filled = useStore($filled);
  return (
    <MediaPlayer
      ref={ref}
      started={startedPlayer}
      className="player"
      data-engine={engine}
      data-fill={filled || undefined}
      data-subtitle-size={size}
      data-subtitle-background={background}
      data-subtitle-colour={colour}
      title={title}
      artist={m.site_name()}
      artwork={play.poster_url ? [{ src: play.poster_url }] : []}
      ariaLabel={title ? m.player_label_title({ title }) : m.player_label()}
    >
      <MediaProvider>
        {play.subtitles.map(({ lang, url }) => (
          <Track key={url} id={getTrackId(lang)} src={url} lang={lang} label={languageName(lang)} />
        ))}
      </MediaProvider>
      {/* A new size needs a new layout of the lines, so a new element. */}
      <Captions key={size} className="vds-captions" textDir={subtitles.shown === 'fa' ? 'rtl' : 'ltr'} />
      {subtitles.isLayered && <SubtitleLayer sources={play.subtitles} shown={subtitles.shown} />}
      <Surface />
      <Overlay />
      {touched && !isAway && <TouchControls canSkip />}
      {isAway && <CastScreen cast={cast} />}
      <Notice />
      <PlayerTop
        title={title}
        demo={play.demo}
        fullrateOperator={state === 'operator_fullrate' ? (billing.operator ?? m.data_your_network()) : null}
        onClose={onClose}
      />
      {document.body.dataset['rooms'] !== 'off' && <WatchPartyGate {...(play.playing ?? { kind, id })} player={ref} />}
      <ResumeNote resume={resume} />
      <ConnectionNote trouble={source.trouble} />
      <SkipMarker markers={play.markers} />
      {next && <NextEpisode next={next} markers={play.markers} asks={asks} onNext={goOn} />}
      {panel === 'settings' && (
        <SettingsPanel
          quality={quality}
          audio={{ bandwidth: play.audio_bandwidth, only: source.audioOnly, setOnly: source.setAudioOnly }}
          billing={billing}
          state={state}
          saving={source.saving}
          subtitles={subtitles}
          hasChapters={chapters.length > 0}
        />
      )}
      {panel !== null && panel !== 'settings' && <MorePanels panel={panel} details={details} />}
      {!isAway && (
        <Controls
          canCast={!play.protected}
          onCast={startCast}
          isCasting={cast === 'connecting'}
          storyboardUrl={play.storyboard_url}
          frames={frames}
          captions={
            play.subtitles.length > 0 || subtitles.own !== null
              ? { on: subtitles.shown !== null, toggle: subtitles.toggle }
              : null
          }
          chapters={chapters}
          hasEpisodes={hasEpisodes}
          panel={panel}
        />
      )}
      {touched && <LockedScreen />}
    </MediaPlayer>
  );
}
