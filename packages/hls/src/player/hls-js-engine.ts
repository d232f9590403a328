import Hls, { type ErrorData, type Fragment, type RetryConfig } from 'hls.js';
import { getStatusCause, MediaFailure, type FailureCause } from '../engine/failure.ts';
import { destroyAbortedInitLoads } from './patch-init-segment-abort.ts';
import { addRewind } from '../playlist/rewind.ts';
import { SILENT_MS } from '../engine/request.ts';
import { MAX_UNCHANGED } from '../engine/track.ts';
import { mendRestarts } from './mend-restarts.ts';
import type { MediaEngine, MediaSourceSpec } from './media-engine.ts';

/** Segments behind live; at `MAX_BEHIND` it jumps, or a slow network would fall out of the window. */
const BEHIND = 3;
const MAX_BEHIND = 6;
/** Seconds: in a longer window the viewer may stay behind. */
const SHORT_WINDOW = 60;
const LOOK_MS = 1000;
const REFUSED_TRIES = 2;

const shouldRetry: RetryConfig['shouldRetry'] = (_, count, _isTimeout, response, isRetried) =>
  isRetried || ((response?.code ?? 0) >= 400 && count < REFUSED_TRIES);

const { default: policy } = Hls.DefaultConfig.fragLoadPolicy;
const fragLoadPolicy = {
  default: { ...policy, errorRetry: policy.errorRetry && { ...policy.errorRetry, shouldRetry } },
};

/** For channels from elsewhere in transport streams, which our engine does not read. */
export function openHlsJs(video: HTMLVideoElement, spec: MediaSourceSpec, onChange: () => void): MediaEngine {
  const hls = new Hls({
    capLevelToPlayerSize: true,
    startPosition: spec.startAt ?? -1,
    startLevel: 0,
    ...(spec.estimate !== null && { abrEwmaDefaultEstimate: spec.estimate }),
    ...{ testBandwidth: false, fragLoadPolicy },
    ...{ liveSyncDurationCount: BEHIND, liveMaxLatencyDurationCount: MAX_BEHIND },
    renderTextTracksNatively: false,
  });
  destroyAbortedInitLoads(hls);
  mendRestarts(hls);
  hls.on(Hls.Events.ERROR, (_, data) => {
    const cause = getCause(data);
    if (data.fatal) spec.onFail(new MediaFailure(cause, data.details));
    else if (cause !== 'decode') spec.onTrouble(cause);
  });
  hls.on(Hls.Events.FRAG_BUFFERED, () => spec.onTrouble(null));
  const stopWatching = watchSilence(hls, () => {
    spec.onTrouble('network');
    hls.stopLoad();
    hls.startLoad();
  });
  for (const event of [
    Hls.Events.MANIFEST_PARSED,
    Hls.Events.LEVEL_SWITCHED,
    Hls.Events.AUDIO_TRACK_SWITCHED,
    Hls.Events.SUBTITLE_TRACKS_UPDATED,
  ])
    hls.on(event, onChange);
  let newest = { sequence: -1, at: 0 };
  hls.on(Hls.Events.LEVEL_UPDATED, (_, { details }) => {
    const now = performance.now();
    if (details.endSN !== newest.sequence || !details.live) newest = { sequence: details.endSN, at: now };
    if (now - newest.at > details.targetduration * 1000 * MAX_UNCHANGED) spec.onTrouble('server');
    const isSeekable = details.totalduration > SHORT_WINDOW;
    hls.config.liveMaxLatencyDurationCount = isSeekable ? Infinity : MAX_BEHIND;
  });
  hls.attachMedia(video);
  hls.loadSource(addRewind(new URL(spec.url, location.href).href));
  const toRendition = ({ url, height, width, bitrate }: (typeof hls.levels)[number]) => ({
    ...{ url: url[0] ?? '', height, width, bandwidth: bitrate },
  });
  return {
    get renditions() {
      return hls.levels.map(toRendition);
    },
    get shown() {
      const level = hls.levels[hls.currentLevel];
      return level ? toRendition(level) : null;
    },
    get sounds() {
      return hls.audioTracks.map(({ name, lang }) => ({ name, language: lang ?? '' }));
    },
    get sound() {
      return hls.audioTracks[hls.audioTrack]?.name ?? null;
    },
    get livePosition() {
      return hls.latestLevelDetails?.live ? hls.liveSyncPosition : null;
    },
    get windowStart() {
      return hls.latestLevelDetails?.live ? hls.latestLevelDetails.fragmentStart : null;
    },
    get clockOffset() {
      const fragment = hls.latestLevelDetails?.fragments.at(-1);
      return fragment?.programDateTime == null ? null : fragment.programDateTime - fragment.start * 1000;
    },
    get subtitles() {
      return hls.subtitleTracks.map(({ name, lang }) => ({ language: lang ?? name }));
    },
    showSubtitles: (language, onCues) => {
      hls.off(Hls.Events.CUES_PARSED);
      hls.on(Hls.Events.CUES_PARSED, (_, { cues }: { cues: VTTCue[] }) =>
        onCues(cues.map(({ startTime, endTime, text }) => ({ from: startTime, to: endTime, text }))),
      );
      hls.subtitleTrack = hls.subtitleTracks.findIndex((track) => (track.lang ?? track.name) === language);
    },
    get estimate() {
      return hls.bandwidthEstimate;
    },
    hold: (height) => {
      hls.loadLevel = height === null ? -1 : hls.levels.findLastIndex((level) => level.height <= height);
    },
    chooseSound: (name) => {
      hls.audioTrack = hls.audioTracks.findIndex((track) => track.name === name);
    },
    close: () => {
      stopWatching();
      hls.destroy();
    },
  };
}

function getCause({ response, details, type }: ErrorData): FailureCause {
  const status = response?.code ?? 0;
  if (status >= 400) return getStatusCause(status);
  if (details.endsWith('ParsingError')) return 'server';
  return type === Hls.ErrorTypes.MEDIA_ERROR ? 'decode' : 'network';
}

function watchSilence(hls: Hls, onSilent: () => void): () => void {
  const loads = new Map<string, { fragment: Fragment; loaded: number; changedAt: number }>();
  const forget = ({ frag }: { frag?: Fragment }) => frag && loads.delete(frag.type);
  hls.on(Hls.Events.FRAG_LOADING, (_, { frag }) => {
    loads.set(frag.type, { fragment: frag, loaded: 0, changedAt: performance.now() });
  });
  hls.on(Hls.Events.FRAG_LOADED, (_, loaded) => forget(loaded));
  hls.on(Hls.Events.ERROR, (_, failed) => forget(failed));
  const timer = setInterval(() => {
    const now = performance.now();
    for (const load of loads.values()) {
      const { aborted, loaded } = load.fragment.stats;
      if (aborted) forget({ frag: load.fragment });
      else if (loaded !== load.loaded) Object.assign(load, { loaded, changedAt: now });
      else if (now - load.changedAt > SILENT_MS) {
        loads.clear();
        onSilent();
      }
    }
  }, LOOK_MS);
  return () => clearInterval(timer);
}
