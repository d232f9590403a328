import type { PictureRendition, SoundTrack } from '../ladder.ts';
import type { StreamOptions } from '../stream.ts';

/** Our engine (`Stream`), hls.js for channels in transport streams, or the browser itself. */
export type EngineName = 'mse' | 'hls.js' | 'native';

export interface MediaEngine {
  readonly renditions: readonly Pick<PictureRendition, 'url' | 'height' | 'width' | 'bandwidth'>[];
  readonly shown: Pick<PictureRendition, 'url' | 'height' | 'width' | 'bandwidth'> | null;
  readonly sounds: readonly Pick<SoundTrack, 'name' | 'language'>[];
  readonly sound: string | null;
  /** Seconds; null for a stream with an end. */
  readonly livePosition: number | null;
  /** Bits per second. */
  readonly estimate: number | null;
  hold: (height: number | null) => void;
  chooseSound: (name: string) => void;
  close: () => void;
}

export interface MediaSourceSpec extends Omit<StreamOptions, 'video' | 'onChange'> {
  engine: EngineName;
}
