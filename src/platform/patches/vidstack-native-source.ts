/** Patch of vidstack 1.15.6. Its HLS provider also appends a <source> to the video: a browser that plays HLS itself
 * plays that one until hls.js attaches, then stops at the beginning. Upstream: no issue found (2026-11-23). */
export function omitNativeSource(provider: object): void {
  Object.assign(provider, { appendSource: () => undefined });
}
