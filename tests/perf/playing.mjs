/* global document, navigator, localStorage, MutationObserver */

/**
 * Runs in the page before anything of its own: notes when Play is tapped, when the first frame of the video is presented,
 * and how often it stops to load after that. Stands alone.
 */
export function watchPlaying({ native, height, saves }) {
  const seen = { tapped: null, first: null, stalls: 0, at: 0 };
  globalThis.__playing = seen;
  // Without Media Source Extensions the browser plays HLS itself.
  if (native) Reflect.deleteProperty(globalThis, 'MediaSource');
  if (saves) Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  if (height !== null) {
    const settings = { subtitles: 'off', lastLanguage: null, size: 'medium', background: 'half', height };
    localStorage.setItem('player', JSON.stringify(settings));
  }
  document.addEventListener('pointerdown', () => (seen.tapped ??= performance.now()), true);
  const weakSet = new WeakSet();
  const watch = () => {
    const video = document.querySelector('video');
    if (!video || weakSet.has(video)) return;
    weakSet.add(video);
    video.requestVideoFrameCallback((now) => {
      seen.first ??= now - seen.tapped;
      video.addEventListener('waiting', () => {
        if (!video.seeking && !video.ended) seen.stalls += 1;
      });
      video.addEventListener('timeupdate', () => (seen.at = video.currentTime));
    });
  };
  new MutationObserver(watch).observe(document, { childList: true, subtree: true });
}
