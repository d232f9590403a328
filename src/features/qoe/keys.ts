/** Keys of ours in reports of CMCD: lines of the picture, and milliseconds that it played since the last report. */
export const HEIGHT_KEY = 'ir.pardeh-height';
export const PLAYED_KEY = 'ir.pardeh-played';
export const REPORT_PATH = '/plays/quality';
export const PLAY_MARK = 'play';
/** The mark of a first picture that came before the player's code. */
export const PICTURE_MARK = 'picture';
export const MAX_REPORTS = 10;
/** Milliseconds: the longest time that one report may tell of. */
export const MAX_REPORTED_MS = 10 * 60 * 1000;
