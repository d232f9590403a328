import { CAST_SCRIPT } from '../../../../platform/config/cast-script.ts';
/** The parts of Google's web sender that are used: developers.google.com/cast/docs/reference/web_sender/chrome.cast */

type Done = () => void;
type Failed = (error: { code: string }) => void;

interface CastTrack {
  trackId: number;
  type: string;
  language: string | null;
}

export interface CastMedia {
  playerState: 'IDLE' | 'PLAYING' | 'PAUSED' | 'BUFFERING';
  idleReason: string | null;
  media: { duration: number | null; tracks: CastTrack[] | null } | null;
  activeTrackIds: number[] | null;
  /** Seconds. */
  getEstimatedTime: () => number;
  getEstimatedLiveSeekableRange: () => { start: number; end: number } | undefined;
  addUpdateListener: (listener: (isAlive: boolean) => void) => void;
  play: (request: object | null, done: Done, failed: Failed) => void;
  pause: (request: object | null, done: Done, failed: Failed) => void;
  seek: (request: object, done: Done, failed: Failed) => void;
  editTracksInfo: (request: object, done: Done, failed: Failed) => void;
}

export interface CastSession {
  receiver: { friendlyName: string; volume: { level: number | null } };
  addUpdateListener: (listener: (isAlive: boolean) => void) => void;
  loadMedia: (request: object, done: (media: CastMedia) => void, failed: Failed) => void;
  setReceiverVolumeLevel: (level: number, done: Done, failed: Failed) => void;
  stop: (done: Done, failed: Failed) => void;
}

interface MediaInfo {
  [field: string]: unknown;
}

export interface CastApi {
  SessionRequest: new (appId: string) => object;
  ApiConfig: new (request: object, onSession: (session: CastSession) => void, onReceivers: () => void) => object;
  initialize: (config: object, done: Done, failed: Failed) => void;
  requestSession: (done: (session: CastSession) => void, failed: Failed) => void;
  media: {
    MediaInfo: new (url: string, type: string) => MediaInfo;
    GenericMediaMetadata: new () => MediaInfo;
    Track: new (id: number, type: string) => MediaInfo;
    LoadRequest: new (info: MediaInfo) => MediaInfo;
    SeekRequest: new () => MediaInfo;
    EditTracksInfoRequest: new (activeTrackIds: number[]) => object;
  };
}

const RECEIVER = 'CC1AD845';
/** Milliseconds in which the script has to come: a viewer in a network without Google does not wait. */
const SCRIPT_TIMEOUT_MS = 1000;

export type CastFailure = 'script' | 'browser' | 'receivers' | 'device';

export class CastError extends Error {
  readonly reason: CastFailure;
  constructor(reason: CastFailure) {
    super(reason);
    this.reason = reason;
  }
}

let loading: Promise<CastApi> | null = null;

/** Loads the sender on the first call. Throws `CastError`; the next call tries again. */
export function loadSender(): Promise<CastApi> {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load(): Promise<CastApi> {
  const script = Object.assign(document.createElement('script'), { src: CAST_SCRIPT, async: true });
  const isAvailable = await new Promise<boolean>((resolve, reject) => {
    const timer = setTimeout(() => reject(new CastError('script')), SCRIPT_TIMEOUT_MS);
    Object.assign(globalThis, {
      __onGCastApiAvailable: (available: boolean) => {
        clearTimeout(timer);
        resolve(available);
      },
    });
    script.addEventListener('error', () => reject(new CastError('script')));
    document.head.appendChild(script);
  }).finally(() => script.remove());
  const { cast } = (globalThis as { chrome?: { cast?: CastApi } }).chrome ?? {};
  if (!isAvailable || !cast) throw new CastError('browser');
  const config = new cast.ApiConfig(
    new cast.SessionRequest(RECEIVER),
    () => undefined,
    () => undefined,
  );
  await new Promise<void>((resolve, reject) => {
    cast.initialize(config, resolve, () => reject(new CastError('browser')));
  });
  return cast;
}
