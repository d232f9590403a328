/** Seconds after the position. */
export function countBufferedAhead({ buffered, currentTime: position }: HTMLVideoElement): number {
  let ahead = 0;
  for (let at = 0; at < buffered.length; at += 1)
    if (buffered.start(at) <= position && buffered.end(at) > position) ahead = buffered.end(at) - position;
  return ahead;
}
