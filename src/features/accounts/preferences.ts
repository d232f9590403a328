/** Kept with the account, and in the browser for guests. */
export const SUBTITLE_SIZES = ['small', 'medium', 'large', 'huge'] as const;
export type SubtitleSize = (typeof SUBTITLE_SIZES)[number];
export const SUBTITLE_COLOURS = ['white', 'yellow', 'cyan'] as const;
export type SubtitleColour = (typeof SUBTITLE_COLOURS)[number];
export const SUBTITLE_BACKGROUNDS = ['none', 'half', 'solid'] as const;
export type SubtitleBackground = (typeof SUBTITLE_BACKGROUNDS)[number];

export interface Preferences {
  autoplay: boolean; // Default: true (spec 9.21)
  data_saver: boolean; // Limits the height of videos and disables prefetching
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

/** Pixels. The greatest height with data saver, unless the viewer chooses another. */
export const DATA_SAVER_HEIGHT = 360;
export const DATA_SAVER_QUERY = `?max=${DATA_SAVER_HEIGHT}`;
