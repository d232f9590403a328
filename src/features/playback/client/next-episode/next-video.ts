import { AHEAD_COOKIE } from '../../first-files.ts';
import { discardVideo } from '@pardeh/hls/media-source';

const MAX_AGE_SECONDS = 10 * 60;

/** By the browser's own HLS, for which a cookie names the purpose; null on another host, which does not get it. */
export function createNextVideo(manifest: string): HTMLVideoElement | null {
  if (new URL(manifest).origin !== location.origin) return null;
  setAhead(manifest, MAX_AGE_SECONDS);
  const video = document.createElement('video');
  document.body.appendChild(Object.assign(video, { hidden: true, preload: 'auto', src: manifest }));
  return video;
}

/** From now on its requests need the stream's lease. */
export function showNextVideo(video: HTMLVideoElement): HTMLVideoElement {
  setAhead(video.src, 0);
  video.hidden = false;
  return video;
}

export function dropNextVideo(video: HTMLVideoElement): void {
  setAhead(video.src, 0);
  discardVideo(video);
}

function setAhead(manifest: string, seconds: number): void {
  const { pathname } = new URL('.', manifest);
  document.cookie = `${AHEAD_COOKIE}=1; Path=${pathname}; Max-Age=${String(seconds)}; SameSite=Strict; Secure`;
}
