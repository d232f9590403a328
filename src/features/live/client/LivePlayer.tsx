import { useStore } from '@nanostores/react';
import type { EngineName } from '@pardeh/hls/engine';
import type { FailureCause, MediaFailure } from '@pardeh/hls/failure';
import { MediaPlayerInstance } from '@pardeh/hls/player';
import { useLoad, useVideoEvent, useMediaState } from '@pardeh/hls/react';
import { useCallback, useEffect, useRef, useState, useMemo, type RefObject } from 'react';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { nameIn } from '../../../platform/text/locale.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { useStyles } from '../../../platform/ui/use-styles.ts';
import { DATA_SAVER_QUERY } from '../../accounts/preferences.ts';
import { $cast } from '../../playback/client/cast/cast-state.ts';
import { useCast } from '../../playback/client/cast/use-cast.ts';
import { useReports } from '../../qoe/client/use-reports.ts';
import { chooseEngine, prepareSource } from '../../playback/client/engine/engine.ts';
import { useTrouble } from '../../playback/client/engine/use-trouble.ts';
import { useWatchdog } from '../../playback/client/engine/use-watchdog.ts';
import { lazyPart } from '../../playback/client/lazy-part.tsx';
import { Player } from '../../playback/client/Player.tsx';
import { $playerSettings } from '../../playback/client/player.ts';
import { useQuality } from '../../playback/client/quality/use-quality.ts';
import type { LivePlay } from '../contract.ts';
import css from './live.css?inline';
import { buildLiveTimeline } from './LiveTimeline.tsx';
import { getPressedVideo } from './pressed-video.ts';
import { useLiveSubtitles } from './use-live-subtitles.ts';
import { renewMediaGrant } from '../../playback/client/engine/renew-media-grant.ts';
import { showNotice } from '../../playback/client/controls/notice.ts';
import { formatMoment } from './dvr.ts';

interface Props {
  play: LivePlay;
  title: string;
  from: number | undefined;
  /** Of a replay in seconds, of a channel in milliseconds of the epoch; 0 for none. */
  place: () => number;
  onPlace: (place: number) => void;
  onRestart: () => void;
  onLive: () => void;
  onClose: () => void;
  onFail: (cause: FailureCause) => void;
  onPlaying: () => void;
}

/** Seconds; 0 would mean the live edge. */
const BEGINNING = 0.01;
const LiveSettings = lazyPart(async () => (await import('./LiveSettings.tsx')).LiveSettings);

export function LivePlayer({
  play,
  title,
  from,
  place,
  onPlace,
  onRestart,
  onLive,
  onClose,
  onFail,
  onPlaying,
}: Props) {
  const ref = useRef<MediaPlayerInstance>(null);
  const [pressed] = useState(() => new MediaPlayerInstance(getPressedVideo()));
  const isReplay = from !== undefined;
  const { dataSaver, height: maxHeight } = useStore($playerSettings);
  const [engine, setEngine] = useState<EngineName>(() => chooseEngine());
  const [attempt, setAttempt] = useState(0);
  const { trouble, onTrouble } = useTrouble(false, ref);
  useStyles(css);
  const subtitles = useLiveSubtitles(ref);
  const quality = useQuality(useRenditions(ref), engine, dataSaver ? null : maxHeight, ref);
  useGoneNotice(ref);
  // Its last report is of the media that are loaded: it ends before useLoad.
  useReports(ref, true);
  const fail = useCallback(
    ({ reason }: MediaFailure) => {
      // A channel from elsewhere may be in transport streams.
      if (reason === 'container' && engine === 'mse') setEngine('hls.js');
      else onFail(reason);
    },
    [engine, onFail],
  );
  const address = useLiveAddress(
    play.manifest_url,
    useCallback(() => onFail('expired'), [onFail]),
  );
  const source = dataSaver ? address + DATA_SAVER_QUERY : address;
  const cast = useStore($cast);
  const isAway = cast !== null && cast !== 'connecting';
  const staysPaused = useRef(false);
  const { id } = play.channel;
  const startCast = useCast(
    {
      item: { kind: 'channel', id, ...(from !== undefined && { from }) },
      // A programme's name would be an old one after its end.
      title: isReplay ? title : nameIn(getLocale(), play.channel),
      ...{ play, shown: subtitles.shown, isLive: !isReplay, isFragmented: engine === 'mse' },
      onReturn: ({ time }, plays) => {
        staysPaused.current = !plays;
        // A channel comes back at its live edge.
        onPlace(isReplay ? time : 0);
      },
    },
    ref,
  );
  useLoad(
    ref,
    isAway ? null : `${engine} ${String(attempt)} ${source}`,
    ({ video }) => ({
      ...{ engine, url: source, onTrouble, onFail: fail },
      startAt: isReplay ? Math.max(BEGINNING, place()) : null,
      startClock: isReplay ? null : place() || null,
      ...prepareSource(video, dataSaver ? null : maxHeight),
      toFresh: (url) => url,
      openKeySessions: null,
    }),
    (player) => {
      if (!staysPaused.current) void player.play().catch(() => null);
      staysPaused.current = false;
    },
  );
  useEffect(
    () =>
      ref.current?.subscribe(({ currentTime, clockOffset }) => {
        if (currentTime <= 0) return;
        if (isReplay) onPlace(currentTime);
        else if (clockOffset !== null) onPlace(clockOffset + currentTime * 1000);
      }),
    [isReplay, onPlace],
  );
  useVideoEvent(ref, 'playing', onPlaying);
  useWatchdog(
    ref,
    () => setAttempt((count) => count + 1),
    () => onFail(trouble ?? 'decode'),
    trouble,
  );
  return (
    <Player
      player={ref}
      started={pressed}
      engine={engine}
      trouble={trouble}
      title={title}
      label={m.player_label_title({ title })}
      posterUrl={play.poster_url}
      demo={false}
      fullrateOperator={play.fullrate && (play.fullrate.operator ?? m.data_your_network())}
      timeline={buildLiveTimeline({
        programmes: play.programmes,
        isReplay,
        canRestart: play.can_restart,
        onRestart,
        onLive,
      })}
      subtitles={subtitles}
      hasCaptions={subtitles.languages.length > 0}
      canCast
      onCast={startCast}
      details={null}
      settings={<LiveSettings quality={quality} isSaving={dataSaver} subtitles={subtitles} />}
      onClose={onClose}
    />
  );
}

/** A channel keeps its first address, since another would restart it; a newer `manifest` renews it, else `onFail`. */
function useLiveAddress(manifest: string, onFail: () => void): string {
  const [first] = useState(manifest);
  const newest = useRef(manifest);
  useEffect(() => {
    if (newest.current === manifest) return;
    newest.current = manifest;
    void renewMediaGrant(manifest).then((done) => {
      if (!done && newest.current === manifest) onFail();
    });
  }, [manifest, onFail]);
  return first;
}

function useRenditions(ref: RefObject<MediaPlayerInstance | null>) {
  const qualities = useMediaState('qualities', ref);
  return useMemo(() => {
    const byHeight = new Map(qualities.map(({ height, bitrate }) => [height, { height, bandwidth: bitrate }]));
    return [...byHeight.values()].filter(({ height }) => height > 0).sort((a, b) => a.height - b.height);
  }, [qualities]);
}

function useGoneNotice(ref: RefObject<MediaPlayerInstance | null>): void {
  useEffect(() => {
    const player = ref.current;
    if (!player) return;
    const { video } = player;
    let isGone = false;
    // Seconds. The engine may seek before the event `play` comes.
    let pausedAt = Infinity;
    const onPause = () => (pausedAt = video.currentTime);
    const onPlay = () => (isGone = player.state.live && pausedAt < player.state.seekableStart);
    const onSeeked = () => {
      if (video.paused) pausedAt = video.currentTime;
      const { clockOffset } = player.state;
      if (isGone && clockOffset !== null)
        showNotice(m.live_gone({ time: formatMoment({ start: 0, live: 0, clockOffset }, video.currentTime) }));
      isGone = false;
    };
    const listeners = { pause: onPause, play: onPlay, seeked: onSeeked };
    for (const [type, listener] of Object.entries(listeners)) video.addEventListener(type, listener);
    return () => {
      for (const [type, listener] of Object.entries(listeners)) video.removeEventListener(type, listener);
    };
  }, [ref]);
}
