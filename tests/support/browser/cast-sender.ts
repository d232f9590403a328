import type { Page } from '@playwright/test';

export const CAST_SCRIPT = 'https://www.gstatic.com/cv/js/sender/v1/cast_sender.js';
const NAME = 'Living <b>room</b>';
/** In the texts, where its direction is its own. */
export const DEVICE = `\u2068${NAME}\u2069`;

/** Google's sender by its reference (developers.google.com/cast/docs/reference/web_sender), with a receiver that obeys.
 * Runs in the page; `__cast` is what the receiver was told, and what the test does to it. */
export const SENDER = `
(() => {
  const told = (globalThis.__cast = { sessions: 0, loads: [], calls: [], answer: null, ...globalThis.__receiver });
  class Media {
    constructor({ media, autoplay, currentTime, activeTrackIds }) {
      this.playerState = autoplay ? 'PLAYING' : 'PAUSED';
      this.idleReason = null;
      this.media = { duration: media.streamType === 'LIVE' ? null : 36, tracks: media.tracks };
      this.activeTrackIds = activeTrackIds;
      this.at = currentTime ?? 900;
      this.listeners = [];
      // Those of a playlist come after the load.
      if (told.tracks) setTimeout(() => this.change({ media: { ...this.media, tracks: told.tracks } }), 50);
    }
    getEstimatedTime() { return this.at; }
    getEstimatedLiveSeekableRange() { return told.window; }
    addUpdateListener(listener) { this.listeners.push(listener); }
    change(values, alive = true) { Object.assign(this, values); this.listeners.forEach((listener) => listener(alive)); }
    play(request, done) { told.calls.push('play'); this.change({ playerState: 'PLAYING' }); done(); }
    pause(request, done) { told.calls.push('pause'); this.change({ playerState: 'PAUSED' }); done(); }
    seek(request, done) { told.calls.push('seek ' + request.currentTime); this.change({ at: request.currentTime }); done(); }
    editTracksInfo({ activeTrackIds }, done) { told.calls.push('tracks ' + activeTrackIds); this.change({ activeTrackIds }); done(); }
  }
  const session = {
    receiver: { friendlyName: ${JSON.stringify(NAME)}, volume: { level: 0.5, muted: false } },
    listeners: [],
    addUpdateListener(listener) { this.listeners.push(listener); },
    loadMedia(request, done, failed) {
      told.loads.push(JSON.parse(JSON.stringify(request)));
      told.media = new Media(request);
      if (told.answer === 'load_media_failed') failed({ code: told.answer });
      else done(told.media);
    },
    setReceiverVolumeLevel(level, done) { told.calls.push('volume ' + level); this.receiver.volume.level = level; done(); },
    stop(done) { told.calls.push('stop'); done(); },
  };
  told.lose = () => session.listeners.forEach((listener) => listener(false));
  const Plain = class {};
  const cast = {
    SessionRequest: class { constructor(appId) { told.appId = appId; } },
    ApiConfig: class { constructor(request, onSession, onReceivers) { Object.assign(this, { request, onSession, onReceivers }); } },
    initialize: (config, done) => done(),
    requestSession: (done, failed) => {
      told.sessions += 1;
      if (told.answer && told.answer !== 'load_media_failed') failed({ code: told.answer });
      else setTimeout(() => done(session), 50);
    },
    media: {
      MediaInfo: class { constructor(contentId, contentType) { Object.assign(this, { contentId, contentType }); } },
      GenericMediaMetadata: Plain,
      Track: class { constructor(trackId, type) { Object.assign(this, { trackId, type }); } },
      LoadRequest: class { constructor(media) { this.media = media; } },
      SeekRequest: Plain,
      EditTracksInfoRequest: class { constructor(ids) { this.activeTrackIds = ids; } },
    },
  };
  globalThis.chrome = { ...globalThis.chrome, cast };
  globalThis.__onGCastApiAvailable(true);
})();`;

/** Of a channel: the window in which the receiver can seek, and the tracks that it finds in the playlist. */
interface ReceiverOfChannel {
  window?: { start: number; end: number };
  tracks?: { trackId: number; type: 'AUDIO' | 'TEXT'; language: string }[];
}

interface Told extends ReceiverOfChannel {
  sessions: number;
  loads: {
    media: {
      contentId: string;
      contentType: string;
      streamType: string;
      hlsSegmentFormat?: string;
      tracks: { trackContentId: string; language: string }[];
      metadata: { title: string };
    };
    currentTime: number | null;
    autoplay: boolean;
  }[];
  calls: string[];
  answer: string | null;
  appId: string;
  lose: () => void;
  media: { change: (values: object, alive?: boolean) => void };
}
export type World = typeof globalThis & { __cast: Told };

/** Pages at `address` as a site with `CAST = "on"` sends them (src/shell/Body.astro, src/app/allow-media-host.ts). */
export async function offerCast(page: Page, address: RegExp, receiver: ReceiverOfChannel = {}): Promise<string[]> {
  await page.route(address, async (route) => {
    const answer = await route.fetch();
    const policy = (answer.headers()['content-security-policy'] ?? '').replace(
      /\bscript-src 'self'/,
      '$& https://www.gstatic.com',
    );
    const body = (await answer.text()).replace('<body ', '<body data-cast ');
    await route.fulfill({
      response: answer,
      body,
      headers: { ...answer.headers(), 'content-security-policy': policy },
    });
  });
  return serveSender(page, receiver);
}

/** Serves the sender's script; the addresses that were requested. */
export async function serveSender(page: Page, receiver: ReceiverOfChannel = {}): Promise<string[]> {
  const urls: string[] = [];
  await page.addInitScript((fake) => Object.assign(globalThis, { __receiver: fake }), receiver);
  await page.route('https://www.gstatic.com/**', async (route) => {
    urls.push(route.request().url());
    await route.fulfill({ contentType: 'text/javascript', body: SENDER });
  });
  return urls;
}

export const readCast = (page: Page) =>
  page.evaluate(() => {
    const { sessions, loads, calls, appId } = (globalThis as World).__cast;
    return { sessions, loads, calls, appId };
  });

export const isPaused = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.paused);
