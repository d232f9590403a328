declare global {
  var warmedMedia: WarmedMedia | undefined;
}

/** The page's scripts and the islands are two builds, which share only the global object. */
export interface WarmedMedia {
  /** The playlist of the rendition to begin with, set by the first that chooses it. */
  picture: string | null;
  /** Loads a film already, where the browser plays HLS by itself. */
  video: HTMLVideoElement | null;
  hasPlayer: boolean;
}

export function beginWarming(): void {
  globalThis.warmedMedia = { picture: null, video: null, hasPlayer: false };
}

export function takeWarmedVideo(): HTMLVideoElement | null {
  const warmed = globalThis.warmedMedia;
  if (!warmed) return null;
  const { video } = warmed;
  Object.assign(warmed, { video: null, hasPlayer: true });
  return video;
}
