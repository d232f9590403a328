import type { PictureRendition, SoundTrack, SubtitleTrack } from '../engine/ladder.ts';
import type { TimedCue } from '../engine/subtitle-loader.ts';
import type { StreamOptions } from '../engine/stream.ts';

/** Our engine (`Stream`), hls.js for channels in transport streams, or the browser itself. */
export type EngineName = 'mse' | 'hls.js' | 'native';

export interface MediaEngine {
  readonly renditions: readonly Pick<PictureRendition, 'url' | 'height' | 'width' | 'bandwidth'>[];
  readonly shown: Pick<PictureRendition, 'url' | 'height' | 'width' | 'bandwidth'> | null;
  readonly sounds: readonly Pick<SoundTrack, 'name' | 'language'>[];
  readonly sound: string | null;
  /** Seconds; null for a stream with an end. */
  readonly livePosition: number | null;
  /** Seconds: how far back a viewer of a channel may go; null for what the element says. */
  readonly windowStart: number | null;
  /** Milliseconds of the epoch at the beginning of a channel's time line; null without a clock. */
  readonly clockOffset: number | null;
  readonly subtitles: readonly Pick<SubtitleTrack, 'language'>[];
  /** Bits per second. */
  readonly estimate: number | null;
  hold: (height: number | null) => void;
  chooseSound: (name: string) => void;
  showSubtitles: (language: string | null, onCues: (cues: readonly TimedCue[]) => void) => Promise<void> | void;
  close: () => void;
}

export interface MediaSourceSpec extends Omit<StreamOptions, 'video' | 'onChange'> {
  engine: EngineName;
}
