import type { ApiError } from '../../../../platform/http/calls/errors.ts';
import { api } from '../../../../platform/client/island-api.ts';
import { getLocale } from '../../../../platform/text/current-locale.ts';
import { errorText } from '../../../../platform/text/error-text.ts';
import { m } from '../../../../platform/text/paraglide/messages.js';
import type { MediaPlayerInstance } from '@pardeh/hls/react';
import { getServerTime } from '../../../../platform/client/server-clock.ts';
import { sendProgress, storeProgress } from '../../../progress/client/progress.ts';
import { KEEP_EVERY_MS } from '../../../progress/config.ts';
import { createProgress } from '../../../progress/progress.ts';
import { castAddress, type CastItem } from '../../contract.ts';
import { showNotice } from '../controls/notice.ts';
import { languageName } from '../subtitles/SubtitleSettings.tsx';
import { CastError, type CastFailure } from './cast-sender.ts';
import { $cast } from './cast-state.ts';
import { connect, type Receiver, type ReceiverState } from './receiver.ts';

export interface CastSource {
  item: CastItem;
  title: string;
  play: {
    manifest_url: string;
    stream: string | null;
    poster_url: string | null;
    subtitles?: readonly { lang: string; url: string }[];
  };
  shown: string | null;
  isLive?: boolean;
  /** Of a channel from elsewhere, segments may be transport streams. */
  isFragmented?: boolean;
  /** Without it the player continues at the receiver's moment, which is saved as the title's progress. */
  onReturn?: (state: ReceiverState, plays: boolean) => void;
}

/** Milliseconds until a renewal that the network lost is sent again. */
const RETRY_DELAY_MS = 20_000;

const TEXTS: Record<CastFailure, () => string> = {
  script: m.player_cast_no_script,
  browser: m.player_cast_no_browser,
  receivers: m.player_cast_no_receiver,
  device: m.player_cast_failed,
};

class Refusal extends Error {
  readonly error: ApiError;
  constructor(error: ApiError) {
    super(error.code);
    this.error = error;
  }
}

const describe = (error: unknown) => {
  if (error instanceof Refusal) return errorText(error.error, getLocale()) ?? m.network_failed();
  return error instanceof CastError ? TEXTS[error.reason]() : m.player_cast_failed();
};

/** From the press of the button until the film plays here again, or `signal` ends the player. Never throws. */
export async function startCast(source: CastSource, player: MediaPlayerInstance, signal: AbortSignal): Promise<void> {
  let receiver: Receiver | null = null;
  const wasPaused = player.paused;
  const isClosed = () => signal.aborted;
  const timers = new AbortController();
  const finish = (state: ReceiverState, plays: boolean) => {
    timers.abort();
    $cast.set(null);
    if (source.onReturn) {
      source.onReturn(state, plays);
      return;
    }
    player.currentTime = state.time;
    save(source, state);
    void sendProgress();
    if (plays) void player.play().catch(() => null);
  };
  const leave = (playing: Receiver, mayPlay: boolean) => {
    const state = playing.getState();
    void playing.stop();
    finish(state, mayPlay && !state.isPaused && !isClosed());
  };
  const onChange = (state: ReceiverState) => {
    const current = $cast.get();
    if (current !== null && current !== 'connecting') $cast.set({ ...current, ...state });
  };
  const onEnd = (why: 'lost' | 'ended', state: ReceiverState) => {
    finish(state, false);
    if (why === 'lost') showNotice(m.player_cast_lost({ device: state.device }));
  };
  try {
    const connected = await connect({ onChange, onEnd });
    receiver = connected;
    if (connected === null) {
      $cast.set(null);
      return;
    }
    if (isClosed()) throw new CastError('device');
    const { data } = await requestAddress(source, source.play.stream);
    const at = player.currentTime;
    player.pause();
    await connected.load({ ...buildSource(source, data.manifest_url), at, isPaused: wasPaused });
    if (isClosed()) throw new CastError('device');
    const stop = () => leave(connected, true);
    $cast.set({ ...connected.getState(), receiver: connected, stop });
    signal.addEventListener('abort', stop, { signal: timers.signal });
    renew(source, data, timers.signal, (error) => {
      leave(connected, false);
      showNotice(describe(error));
    });
    const timer = setInterval(() => save(source, connected.getState()), KEEP_EVERY_MS);
    timers.signal.addEventListener('abort', () => clearInterval(timer));
  } catch (error) {
    void receiver?.stop();
    timers.abort();
    $cast.set(null);
    if (isClosed()) return;
    showNotice(describe(error));
    if (!wasPaused) void player.play().catch(() => null);
  }
}

async function requestAddress({ item: { kind, id, from } }: CastSource, stream: string | null) {
  const item = { kind, id, ...(from !== undefined && { from }) };
  const answer = await api(castAddress, { ...item, ...(stream !== null && { stream }) });
  if (!answer.ok) throw new Refusal(answer.error);
  return answer.value;
}

function renew(
  source: CastSource,
  { stream, renew_seconds: seconds }: { stream: string | null; renew_seconds: number },
  signal: AbortSignal,
  onRefused: (error: unknown) => void,
): void {
  let timer: ReturnType<typeof setTimeout>;
  const call = async () => {
    let wait = seconds * 1000;
    try {
      await requestAddress(source, stream);
    } catch (error) {
      if (error instanceof Refusal && error.error.code !== 'network' && error.error.status < 500) {
        if (!signal.aborted) onRefused(error);
        return;
      }
      wait = RETRY_DELAY_MS;
    }
    if (!signal.aborted) timer = setTimeout(() => void call(), wait);
  };
  timer = setTimeout(() => void call(), seconds * 1000);
  signal.addEventListener('abort', () => clearTimeout(timer));
}

/** The subtitles' files are beside the playlist, where the receiver may read them without a cookie. */
function buildSource({ play, title, shown, isLive = false, isFragmented = true }: CastSource, url: string) {
  const folder = play.manifest_url.slice(0, play.manifest_url.lastIndexOf('/') + 1);
  const subtitles = (play.subtitles ?? [])
    .filter((subtitle) => subtitle.url.startsWith(folder))
    .map((subtitle) => ({
      ...{ lang: subtitle.lang, label: languageName(subtitle.lang) },
      url: new URL(subtitle.url.slice(folder.length), url).href,
    }));
  const captionsLanguage = shown ?? getLocale();
  return { url, title, poster: play.poster_url, subtitles, shown, captionsLanguage, isLive, isFragmented };
}

function save({ item, onReturn }: CastSource, { time, to }: ReceiverState): void {
  if (!onReturn && time > 0 && to > 0) storeProgress(item.id, createProgress(time, to, getServerTime(), false));
}
