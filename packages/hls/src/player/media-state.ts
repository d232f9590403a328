import type { TextTrack } from './text-track.ts';

interface QualityState {
  id: string;
  height: number;
  width: number;
  bitrate: number;
}

interface AudioTrackState {
  id: string;
  label: string;
  language: string;
}

/** Seconds, pixels, bits per second. */
export interface MediaState {
  audioTrack: AudioTrackState | null;
  audioTracks: readonly AudioTrackState[];
  bufferedEnd: number;
  canAirPlay: boolean;
  canFullscreen: boolean;
  canPictureInPicture: boolean;
  canPlay: boolean;
  clockOffset: number | null;
  controlsVisible: boolean;
  currentTime: number;
  /** Infinity for a channel. */
  duration: number;
  ended: boolean;
  fullscreen: boolean;
  live: boolean;
  liveEdge: boolean;
  /** Seconds on the time line; null for a stream with an end. */
  livePosition: number | null;
  muted: boolean;
  paused: boolean;
  pictureInPicture: boolean;
  playbackRate: number;
  playing: boolean;
  qualities: readonly QualityState[];
  quality: QualityState | null;
  seekableEnd: number;
  seekableStart: number;
  seeking: boolean;
  /** After the first picture that plays. */
  started: boolean;
  subtitleLanguages: readonly { id: string }[];
  textTracks: readonly TextTrack[];
  volume: number;
  waiting: boolean;
}

export const INITIAL_STATE: MediaState = {
  audioTrack: null,
  audioTracks: [],
  bufferedEnd: 0,
  canAirPlay: false,
  canFullscreen: false,
  canPictureInPicture: false,
  canPlay: false,
  clockOffset: null,
  controlsVisible: true,
  currentTime: 0,
  duration: 0,
  ended: false,
  fullscreen: false,
  live: false,
  liveEdge: false,
  livePosition: null,
  muted: false,
  paused: true,
  pictureInPicture: false,
  playbackRate: 1,
  playing: false,
  qualities: [],
  quality: null,
  seekableEnd: 0,
  seekableStart: 0,
  seeking: false,
  started: false,
  subtitleLanguages: [],
  textTracks: [],
  volume: 1,
  waiting: false,
};

/** Seconds behind the live position that still count as live. */
const EDGE_TOLERANCE = 10;

/** The state of the element itself. `livePosition` is null for a stream with an end. */
export function readElement(video: HTMLVideoElement, livePosition: number | null, windowStart: number | null) {
  const { seekable, buffered, currentTime, duration } = video;
  const seekableEnd = seekable.length > 0 ? seekable.end(seekable.length - 1) : 0;
  const seekableStart = windowStart ?? (seekable.length > 0 ? seekable.start(0) : 0);
  const live = duration === Infinity || livePosition !== null;
  const edge = livePosition ?? seekableEnd;
  return {
    ...{ currentTime, seekableEnd, seekableStart, live, livePosition },
    bufferedEnd: getBufferedEnd(buffered, currentTime),
    duration: live ? Infinity : Number.isFinite(duration) ? duration : 0,
    ended: video.ended,
    liveEdge: live && currentTime >= edge - EDGE_TOLERANCE,
    muted: video.muted,
    paused: video.paused,
    playbackRate: video.playbackRate,
    seeking: video.seeking,
    volume: video.volume,
  };
}

function getBufferedEnd(buffered: TimeRanges, at: number): number {
  let end = 0;
  for (let range = 0; range < buffered.length; range += 1)
    if (buffered.start(range) <= at + EDGE_TOLERANCE) end = buffered.end(range);
  return end;
}
