/** How somebody likes to watch: kept with their account, and in the browser for everybody. */
export const SUBTITLE_SIZES = ['small', 'medium', 'large', 'huge'] as const;
export type SubtitleSize = (typeof SUBTITLE_SIZES)[number];
export const SUBTITLE_COLOURS = ['white', 'yellow', 'cyan'] as const;
export type SubtitleColour = (typeof SUBTITLE_COLOURS)[number];
export const SUBTITLE_BACKGROUNDS = ['none', 'half', 'solid'] as const;
export type SubtitleBackground = (typeof SUBTITLE_BACKGROUNDS)[number];

export interface Preferences {
  /** Whether a video begins as soon as its player opens (spec 9.21: yes, until told otherwise). */
  autoplay: boolean;
  /** Whether videos stay at a low height and links are not fetched ahead. */
  data_saver: boolean;
  subtitle_size: SubtitleSize;
  subtitle_colour: SubtitleColour;
  subtitle_background: SubtitleBackground;
}

export const DEFAULT_PREFERENCES: Preferences = {
  autoplay: true,
  data_saver: false,
  subtitle_size: 'medium',
  subtitle_colour: 'white',
  subtitle_background: 'half',
};

/** The greatest height of video that a saver of data is shown, in pixels, unless they choose another. */
export const DATA_SAVER_HEIGHT = 360;
