import { useStore } from '@nanostores/react';
import type { FailureCause } from '@pardeh/hls/failure';
import { Track, useMediaRemote, useMediaState, useVideoEvent, type MediaPlayerInstance } from '@pardeh/hls/react';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { TitleKind } from '../../../platform/kinds.ts';
import { paths } from '../../../platform/paths.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { isSavedAddress } from '../../offline/saved-title.ts';
import type { EntitlementAnswer, Playing } from '../../paywall/contract.ts';
import { WatchPartyGate } from '../../watch-party/client/WatchPartyGate.tsx';
import { useCast } from './cast/use-cast.ts';
import { FilmClock, SeekBar } from './controls/SeekBar.tsx';
import { SkipMarker } from './controls/SkipMarker.tsx';
import type { Timeline } from './controls/timeline.ts';
import { TouchControls } from './controls/TouchControls.tsx';
import { useSource } from './engine/use-source.ts';
import { useLockScreen, useWakeLock } from './input/use-device.ts';
import { lazyPart } from './lazy-part.tsx';
import { NextEpisode } from './next-episode/NextEpisode.tsx';
import { SettingsPanel } from './panels/SettingsPanel.tsx';
import { useSleepTimer } from './panels/use-sleep-timer.ts';
import { useTitleDetails } from './panels/use-title-details.ts';
import { Player } from './Player.tsx';
import { $playerSettings, isAutoplayOn } from './player.ts';
import { useQuality } from './quality/use-quality.ts';
import { ResumeNote } from './resume/ResumeNote.tsx';
import { useReports } from '../../qoe/client/use-reports.ts';
import { usePlayCount } from './resume/use-play-count.ts';
import { useResume } from './resume/use-resume.ts';
import { languageName } from './subtitles/SubtitleSettings.tsx';
import { getTrackId, useSubtitles } from './subtitles/use-subtitles.ts';

const SubtitleLayer = lazyPart(async () => (await import('./subtitles/SubtitleLayer.tsx')).SubtitleLayer);
const NO_CHAPTERS: readonly never[] = [];

interface Props {
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

export function FilmPlayer(props: Props) {
  const { kind, id, play, billing, state, title, started: startedPlayer, begins, asks } = props;
  const { onNext, onClose, onFail } = props;
  const ref = useRef<MediaPlayerInstance>(null);
  const remote = useMediaRemote(ref);
  const settings = useStore($playerSettings);
  const playing = play.playing ?? { kind, id };
  const resume = useResume(playing.id, play.progress, ref);
  usePlayCount(playing.id, ref);
  // Its last report is of the media that are loaded: it ends before useSource.
  useReports(ref, !isSavedAddress(play.manifest_url));
  const { begin } = resume;
  useVideoEvent(ref, 'loadedmetadata', begin);
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
    playing.id,
    play.subtitles.map((subtitle) => subtitle.lang),
    ref,
  );
  const startCast = useCast({ item: playing, title, play, shown: subtitles.shown }, ref);
  const quality = useQuality(play.renditions, engine, source.heldHeight, ref);
  useWakeLock(ref);
  const { next } = play;
  const goOn = useCallback((untouched: boolean) => next && onNext(next, untouched), [next, onNext]);
  const playNext = useMemo(() => next && (() => goOn(false)), [next, goOn]);
  useLockScreen(ref, playNext);
  useSleepTimer(ref, remote);
  const started = useMediaState('started', ref);
  const details = useTitleDetails(playing, started);
  const chapters = details?.chapters ?? NO_CHAPTERS;
  const timeline: Timeline = {
    bar: <SeekBar storyboardUrl={play.storyboard_url} frames={frames} chapters={chapters} />,
    clock: <FilmClock />,
    touch: <TouchControls canSkip />,
    hasSteps: true,
  };
  return (
    <Player
      player={ref}
      started={startedPlayer}
      engine={engine}
      trouble={source.trouble}
      title={title}
      label={title ? m.player_label_title({ title }) : m.player_label()}
      posterUrl={play.poster_url}
      demo={play.demo}
      fullrateOperator={state === 'operator_fullrate' ? (billing.operator ?? m.data_your_network()) : null}
      timeline={timeline}
      subtitles={subtitles}
      hasCaptions={play.subtitles.length > 0 || subtitles.own !== null}
      canCast={!play.protected}
      onCast={startCast}
      details={details}
      tracks={play.subtitles.map(({ lang, url }) => (
        <Track key={url} id={getTrackId(lang)} src={url} lang={lang} label={languageName(lang)} />
      ))}
      layer={subtitles.isLayered && <SubtitleLayer sources={play.subtitles} shown={subtitles.shown} />}
      notes={
        <>
          {document.body.dataset['rooms'] !== 'off' && <WatchPartyGate {...playing} player={ref} />}
          <ResumeNote resume={resume} />
        </>
      }
      offers={
        <>
          <SkipMarker markers={play.markers} />
          {next && <NextEpisode next={next} markers={play.markers} asks={asks} onNext={goOn} />}
        </>
      }
      settings={
        <SettingsPanel
          quality={quality}
          audio={{ bandwidth: play.audio_bandwidth, only: audioOnly, setOnly: source.setAudioOnly }}
          billing={billing}
          state={state}
          saving={source.saving}
          subtitles={subtitles}
          hasChapters={chapters.length > 0}
          page={paths.title(playing.kind, playing.id)}
        />
      }
      onNext={playNext ?? undefined}
      onClose={onClose}
    />
  );
}
