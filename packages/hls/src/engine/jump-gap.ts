/** Seconds of a gap that is jumped over, and of the step beyond its end. */
const LARGEST_GAP = 1;
export const STEP = 0.02;

export function jumpGap(video: HTMLVideoElement): void {
  const at = video.currentTime;
  const { buffered } = video;
  for (let range = 0; range < buffered.length; range += 1) {
    const start = buffered.start(range);
    if (start <= at && buffered.end(range) > at + STEP) return;
    if (start > at && start - at < LARGEST_GAP) {
      video.currentTime = start + STEP;
      return;
    }
  }
}
