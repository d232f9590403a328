/** Media Source Extensions, or those of iPhones, which decide themselves when to load. */
interface ManagedSource extends MediaSource {
  readonly streaming?: boolean;
}
type SourceConstructor = { new (): ManagedSource; isTypeSupported: (mime: string) => boolean };

function getConstructor(): SourceConstructor | null {
  const { MediaSource: plain, ManagedMediaSource: managed } = globalThis as {
    MediaSource?: SourceConstructor;
    ManagedMediaSource?: SourceConstructor;
  };
  return plain ?? managed ?? null;
}

export function canUseMediaSource(): boolean {
  return Boolean(getConstructor());
}

export function isTypeSupported(mime: string): boolean {
  return getConstructor()?.isTypeSupported(mime) ?? false;
}

/** Loads nothing more, also of an address that it is given later. */
export function discardVideo(video: HTMLVideoElement): void {
  video.remove();
  video.preload = 'none';
  video.removeAttribute('src');
  video.load();
}

/** Attaches a new source to the video. `fallback` is the playlist that AirPlay hands to a receiver. */
export function attachMediaSource(
  video: HTMLVideoElement,
  fallback: string,
): { source: ManagedSource; opened: Promise<void>; detach: () => void } {
  const Source = getConstructor();
  if (!Source) throw new TypeError('no Media Source Extensions');
  const source = new Source();
  const url = URL.createObjectURL(source);
  const opened = new Promise<void>((resolve) => source.addEventListener('sourceopen', () => resolve(), { once: true }));
  if ('MediaSource' in globalThis) video.src = url;
  else appendSources(video, url, fallback);
  return {
    source,
    opened,
    detach: () => {
      URL.revokeObjectURL(url);
      if (video.src !== url && !video.querySelector('source')) return;
      video.querySelectorAll('source').forEach((element) => element.remove());
      video.removeAttribute('src');
      video.load();
    },
  };
}

/** A managed source opens only where the video offers AirPlay another address, or none of it. */
function appendSources(video: HTMLVideoElement, url: string, fallback: string): void {
  for (const [src, type] of [
    [url, 'video/mp4'],
    [fallback, 'application/vnd.apple.mpegurl'],
  ] as const) {
    video.appendChild(Object.assign(document.createElement('source'), { src, type }));
  }
  video.load();
}

/** True if the device decodes a rendition smoothly, or cannot tell. */
export async function isSmooth(mime: string, width: number, height: number, bitrate: number, framerate: number) {
  try {
    const video = { contentType: mime, width: width || 640, height: height || 360, bitrate, framerate };
    const { supported, smooth } = await navigator.mediaCapabilities.decodingInfo({ type: 'media-source', video });
    return supported && smooth;
  } catch {
    return true;
  }
}
