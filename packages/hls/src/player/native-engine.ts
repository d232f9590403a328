import { getStatusCause, MediaFailure } from '../engine/failure.ts';
import type { MediaEngine, MediaSourceSpec } from './media-engine.ts';

/** The browser's own HLS, where Media Source Extensions are missing: it chooses quality and sound itself. */
export function openNative(video: HTMLVideoElement, spec: MediaSourceSpec): MediaEngine {
  const closing = new AbortController();
  const { signal } = closing;
  const start = () => {
    if (spec.startAt !== null && Math.abs(video.currentTime - spec.startAt) > 1) video.currentTime = spec.startAt;
  };
  if (video.readyState > 0) start();
  else video.addEventListener('loadedmetadata', start, { signal, once: true });
  const onError = async () => {
    const isDecoding = video.error?.code === MediaError.MEDIA_ERR_DECODE;
    const failure = isDecoding ? new MediaFailure('decode', 'native') : await findCause(spec.url);
    if (!signal.aborted) spec.onFail(failure);
  };
  video.addEventListener('error', () => void onError(), { signal });
  // The page may have set it before this code came.
  if (video.src !== spec.url || video.error) video.src = spec.url;
  return {
    ...{ renditions: [], shown: null, windowStart: null, clockOffset: null, subtitles: [], estimate: null },
    get sounds() {
      return listTracks(video).map(({ label, language }) => ({ name: label || language, language }));
    },
    get sound() {
      const track = listTracks(video).find(({ enabled }) => enabled);
      return track ? track.label || track.language : null;
    },
    get livePosition() {
      const { seekable, duration } = video;
      return duration === Infinity && seekable.length > 0 ? seekable.end(seekable.length - 1) : null;
    },
    hold: () => undefined,
    chooseSound: (name) => {
      for (const track of listTracks(video)) track.enabled = (track.label || track.language) === name;
    },
    showSubtitles: () => undefined,
    close: () => {
      closing.abort();
      video.removeAttribute('src');
      video.load();
    },
  };
}

interface NativeSound {
  label: string;
  language: string;
  enabled: boolean;
}

/** Safari has `audioTracks`; other browsers do not. */
function listTracks(video: HTMLVideoElement & { audioTracks?: ArrayLike<NativeSound> }): NativeSound[] {
  return Array.from(video.audioTracks ?? []);
}

/** The browser says only that the source failed. */
async function findCause(url: string): Promise<MediaFailure> {
  const answer = await fetch(url).catch(() => null);
  if (!answer) return new MediaFailure('network', 'native');
  return answer.ok
    ? new MediaFailure('unsupported', 'native')
    : new MediaFailure(getStatusCause(answer.status), 'native');
}
