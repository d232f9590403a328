/** Of sysexits (EX_UNAVAILABLE): this machine has no ffmpeg that can make films. Another start changes nothing. */
export const NO_TOOLS = 69;
