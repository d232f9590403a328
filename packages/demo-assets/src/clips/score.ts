/** The overtones of an instrument with their gains, and how fast its notes die. */
export const VOICES = {
  harp: {
    overtones: [
      [1, 0.13],
      [2, 0.05],
      [3.01, 0.022],
      [4.02, 0.01],
    ],
    fall: 1.5,
  },
  bell: {
    overtones: [
      [1, 0.1],
      [2.76, 0.045],
      [5.4, 0.02],
    ],
    fall: 1.1,
  },
  string: {
    overtones: [
      [1, 0.1],
      [2, 0.08],
      [3, 0.06],
      [4.01, 0.04],
      [6.02, 0.02],
    ],
    fall: 3.2,
  },
  reed: {
    overtones: [
      [1, 0.09],
      [3, 0.05],
      [5, 0.028],
      [7, 0.014],
    ],
    fall: 0.9,
  },
} as const;

/** The music of a clip. */
export interface Score {
  chords: number[][];
  scale: number[];
  /** Seconds between plucked notes. */
  beat: number;
  seed: number;
  /** Hertz. */
  swell: number;
  /** Brightness of the noise: wind is dull, rain bright. */
  air?: number;
  voice?: keyof typeof VOICES;
  /** Sixteen steps of half a beat: kick, snare, hat, tom. */
  drums?: string;
}
