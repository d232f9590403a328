import Hls from 'hls.js';
import { getStatusCause, MediaFailure } from '../failure.ts';
import { destroyAbortedInitLoads } from '../../../../platform/patches/hls-init-segment-abort.ts';
import { addRewind } from '../../rewind.ts';
import type { MediaEngine, MediaSourceSpec } from './media-engine.ts';

/** Segments behind live; at `MOST_BEHIND` it jumps, or a slow network would fall out of the window. */
const BEHIND = 3;
const MOST_BEHIND = 6;
/** Seconds: in a longer window the viewer may stay behind. */
const SHORT_WINDOW = 60;

/** For channels from elsewhere in transport streams, which our engine does not read. */
export function openHlsJs(video: HTMLVideoElement, spec: MediaSourceSpec, onChange: () => void): MediaEngine {
  const hls = new Hls({
    capLevelToPlayerSize: true,
    startPosition: spec.startAt ?? -1,
    startLevel: 0,
    ...(spec.estimate !== null && { abrEwmaDefaultEstimate: spec.estimate }),
    testBandwidth: false,
    ...{ liveSyncDurationCount: BEHIND, liveMaxLatencyDurationCount: MOST_BEHIND },
    renderTextTracksNatively: false,
  });
  destroyAbortedInitLoads(hls);
  hls.on(Hls.Events.ERROR, (_, data) => {
    if (!data.fatal) return;
    const status = data.response?.code ?? 0;
    const reason =
      status >= 400 ? getStatusCause(status) : data.type === Hls.ErrorTypes.MEDIA_ERROR ? 'decode' : 'network';
    spec.onFail(new MediaFailure(reason, data.details));
  });
  for (const event of [
    Hls.Events.MANIFEST_PARSED,
    Hls.Events.LEVEL_SWITCHED,
    Hls.Events.AUDIO_TRACK_SWITCHED,
    Hls.Events.SUBTITLE_TRACKS_UPDATED,
  ])
    hls.on(event, onChange);
  hls.on(Hls.Events.LEVEL_UPDATED, (_, { details }) => {
    const isSeekable = details.totalduration > SHORT_WINDOW;
    hls.config.liveMaxLatencyDurationCount = isSeekable ? Infinity : MOST_BEHIND;
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
    close: () => hls.destroy(),
  };
}
