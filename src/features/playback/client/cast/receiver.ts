import { MIN_WINDOW_SECONDS } from '@pardeh/hls/rewind';
import { CastError, loadSender, type CastApi, type CastMedia, type CastSession } from './cast-sender.ts';

interface ReceiverSource {
  url: string;
  title: string;
  poster: string | null;
  /** Files beside the playlist; the receiver finds those in a playlist by itself. */
  subtitles: readonly { lang: string; label: string; url: string }[];
  shown: string | null;
  captionsLanguage: string;
  isLive: boolean;
  isFragmented: boolean;
  /** Seconds. */
  at: number;
  isPaused: boolean;
}

/** Seconds; `volume` from 0 to 1. */
export interface ReceiverState {
  device: string;
  time: number;
  isLive: boolean;
  /** The ends of the time line; both 0 where they are unknown and for a channel without a window. */
  from: number;
  to: number;
  isPaused: boolean;
  volume: number;
  captions: boolean | null;
}

interface Listeners {
  onChange: (state: ReceiverState) => void;
  /** `lost`: the receiver went, with the film where it was; `ended`: the film is over. */
  onEnd: (why: 'lost' | 'ended', state: ReceiverState) => void;
}

export interface Receiver {
  getState: () => ReceiverState;
  load: (source: ReceiverSource) => Promise<void>;
  setPaused: (paused: boolean) => Promise<void>;
  seek: (at: number) => Promise<void>;
  setVolume: (volume: number) => Promise<void>;
  setCaptions: (shown: boolean) => Promise<void>;
  stop: () => Promise<void>;
}

const TICK_MS = 1000;
const isolate = (name: string) => `\u2068${name}\u2069`;

/** Asks the viewer for a screen. Null where they chose none. Throws `CastError`. */
export async function connect(listeners: Listeners): Promise<Receiver | null> {
  const api = await loadSender();
  const session = await requestSession(api);
  return session && createReceiver(api, session, listeners);
}

function requestSession(api: CastApi): Promise<CastSession | null> {
  return new Promise((resolve, reject) => {
    api.requestSession(resolve, ({ code }) => {
      if (code === 'cancel') resolve(null);
      else reject(new CastError(code === 'receiver_unavailable' ? 'receivers' : 'device'));
    });
  });
}

type Call = (done: () => void, failed: () => void) => void;
const run = (call: Call) =>
  new Promise<void>((resolve, reject) => {
    call(resolve, () => reject(new CastError('device')));
  });

function createReceiver(api: CastApi, session: CastSession, { onChange, onEnd }: Listeners): Receiver {
  let media: CastMedia | null = null;
  let isOpen = true;
  let captionsLanguage = '';
  let wantsCaptions = false;
  let state: ReceiverState = {
    ...{ device: isolate(session.receiver.friendlyName), time: 0, isLive: false, from: 0, to: 0, isPaused: false },
    ...{ volume: session.receiver.volume.level ?? 1, captions: null },
  };
  const listTexts = () => (media?.media?.tracks ?? []).filter(({ type }) => type === 'TEXT');
  const listActive = () => media?.activeTrackIds ?? [];
  const setCaptions = async (isVisible: boolean) => {
    const texts = listTexts();
    const active = listActive().filter((id) => texts.every(({ trackId }) => trackId !== id));
    const chosen = texts.find((track) => track.language === captionsLanguage) ?? texts[0];
    if (isVisible && chosen) active.push(chosen.trackId);
    await run((done, failed) => media?.editTracksInfo(new api.media.EditTracksInfoRequest(active), done, failed));
    sync({ captions: isVisible });
  };
  const sync = (change: Partial<ReceiverState> = {}) => {
    const isActive = media !== null && media.playerState !== 'IDLE';
    const texts = listTexts();
    state = {
      ...state,
      ...(isActive && { time: media?.getEstimatedTime() ?? state.time, isPaused: media?.playerState === 'PAUSED' }),
      ...(state.isLive ? getWindow(media) : { to: media?.media?.duration ?? state.to }),
      captions: texts.length > 0 ? texts.some(({ trackId }) => listActive().includes(trackId)) : null,
      ...change,
    };
    onChange(state);
    if (!wantsCaptions || texts.length === 0) return;
    wantsCaptions = false;
    if (state.captions === false) void setCaptions(true).catch(() => null);
  };
  const end = (why: 'lost' | 'ended' | null) => {
    if (!isOpen) return;
    isOpen = false;
    clearInterval(timer);
    if (why !== null) onEnd(why, state);
  };
  const timer = setInterval(() => media?.playerState === 'PLAYING' && sync(), TICK_MS);
  session.addUpdateListener((isAlive) => {
    if (!isAlive) end('lost');
    else if (isOpen) sync({ volume: session.receiver.volume.level ?? state.volume });
  });
  const stop = async () => {
    end(null);
    await run((done, failed) => session.stop(done, failed)).catch(() => null);
  };
  return {
    getState: () => state,
    load: async (source) => {
      ({ captionsLanguage } = source);
      wantsCaptions = source.shown !== null;
      state = { ...state, isLive: source.isLive };
      const request = buildRequest(api, source);
      const loaded = await new Promise<CastMedia>((resolve, reject) => {
        session.loadMedia(request, resolve, () => reject(new CastError('device')));
      });
      media = loaded;
      loaded.addUpdateListener((isAlive) => {
        if (!isOpen) return;
        if (loaded.playerState === 'IDLE' && loaded.idleReason === 'FINISHED') end('ended');
        else if (isAlive) sync();
        else end('lost');
      });
      sync({ time: source.at, isPaused: source.isPaused });
    },
    setPaused: async (paused) => {
      await run((done, failed) => (paused ? media?.pause(null, done, failed) : media?.play(null, done, failed)));
      sync({ isPaused: paused });
    },
    seek: async (at) => {
      await run((done, failed) =>
        media?.seek(Object.assign(new api.media.SeekRequest(), { currentTime: at }), done, failed),
      );
      sync({ time: at });
    },
    setVolume: async (volume) => {
      await run((done, failed) => session.setReceiverVolumeLevel(volume, done, failed));
      sync({ volume });
    },
    setCaptions,
    stop,
  };
}

function getWindow(media: CastMedia | null): Pick<ReceiverState, 'from' | 'to'> {
  const { start, end } = media?.getEstimatedLiveSeekableRange() ?? { start: 0, end: 0 };
  return end - start < MIN_WINDOW_SECONDS ? { from: 0, to: 0 } : { from: start, to: end };
}

function buildRequest(api: CastApi, source: ReceiverSource): object {
  const { url, title, poster, subtitles, shown, isLive, isFragmented, at, isPaused } = source;
  const info = new api.media.MediaInfo(url, 'application/x-mpegURL');
  const metadata = new api.media.GenericMediaMetadata();
  Object.assign(metadata, { title, images: poster === null ? [] : [{ url: new URL(poster, location.href).href }] });
  const tracks = subtitles.map((subtitle, index) =>
    Object.assign(new api.media.Track(index + 1, 'TEXT'), {
      ...{ trackContentId: subtitle.url, trackContentType: 'text/vtt', subtype: 'SUBTITLES' },
      ...{ name: subtitle.label, language: subtitle.lang },
    }),
  );
  Object.assign(info, { streamType: isLive ? 'LIVE' : 'BUFFERED', metadata, tracks });
  if (isFragmented) Object.assign(info, { hlsSegmentFormat: 'fmp4', hlsVideoSegmentFormat: 'fmp4' });
  const active = subtitles.findIndex(({ lang }) => lang === shown);
  return Object.assign(new api.media.LoadRequest(info), {
    ...{ autoplay: !isPaused, currentTime: isLive ? null : at },
    activeTrackIds: subtitles.length === 0 ? null : active < 0 ? [] : [active + 1],
  });
}
