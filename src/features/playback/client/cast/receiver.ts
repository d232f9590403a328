import { CastError, loadSender, type CastApi, type CastMedia, type CastSession } from './cast-sender.ts';

interface ReceiverSource {
  url: string;
  title: string;
  poster: string | null;
  subtitles: readonly { lang: string; label: string; url: string }[];
  shown: string | null;
  /** Seconds. */
  at: number;
  isPaused: boolean;
}

/** Seconds; `volume` from 0 to 1. */
export interface ReceiverState {
  device: string;
  time: number;
  duration: number;
  isPaused: boolean;
  volume: number;
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
  stop: () => Promise<void>;
}

const TICK_MS = 1000;

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
  let state: ReceiverState = {
    ...{ device: session.receiver.friendlyName, time: 0, duration: 0, isPaused: false },
    volume: session.receiver.volume.level ?? 1,
  };
  const sync = (change: Partial<ReceiverState> = {}) => {
    const isActive = media !== null && media.playerState !== 'IDLE';
    state = {
      ...state,
      ...(isActive && { time: media?.getEstimatedTime() ?? state.time, isPaused: media?.playerState === 'PAUSED' }),
      duration: media?.media?.duration ?? state.duration,
      ...change,
    };
    onChange(state);
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
    stop,
  };
}

/** The receiver fetches the subtitles' files itself; segments are fragmented MP4. */
function buildRequest(api: CastApi, { url, title, poster, subtitles, shown, at, isPaused }: ReceiverSource): object {
  const info = new api.media.MediaInfo(url, 'application/x-mpegURL');
  const metadata = new api.media.GenericMediaMetadata();
  Object.assign(metadata, { title, images: poster === null ? [] : [{ url: new URL(poster, location.href).href }] });
  const tracks = subtitles.map((subtitle, index) =>
    Object.assign(new api.media.Track(index + 1, 'TEXT'), {
      ...{ trackContentId: subtitle.url, trackContentType: 'text/vtt', subtype: 'SUBTITLES' },
      ...{ name: subtitle.label, language: subtitle.lang },
    }),
  );
  Object.assign(info, { streamType: 'BUFFERED', metadata, tracks });
  Object.assign(info, { hlsSegmentFormat: 'fmp4', hlsVideoSegmentFormat: 'fmp4' });
  const active = subtitles.findIndex(({ lang }) => lang === shown);
  return Object.assign(new api.media.LoadRequest(info), {
    ...{ autoplay: !isPaused, currentTime: at },
    activeTrackIds: active < 0 ? [] : [active + 1],
  });
}
