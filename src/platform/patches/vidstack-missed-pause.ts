/** Patch of vidstack 1.15.6. It ignores a pause while a seek has no picture yet (`readyState` 1) and then believes that
 * the video plays; a second `pause` event after the seek corrects it. Upstream:
 * https://github.com/vidstack/player/issues/1605 (open). `isBelievedPaused` is vidstack's own state. */
export function repeatMissedPause(target: EventTarget, isBelievedPaused: boolean): void {
  if (target instanceof HTMLVideoElement && target.paused && !isBelievedPaused)
    target.dispatchEvent(new Event('pause'));
}
