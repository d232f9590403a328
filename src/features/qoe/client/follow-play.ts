import type { MediaPlayerInstance, MediaState } from '@pardeh/hls/player';
import { getStandardHeight } from '@pardeh/hls/standard-height';
import { HEIGHT_KEY, MAX_REPORTED_MS, PLAYED_KEY } from '../keys.ts';
import { sendReports, type Line, type PlaySession } from './play-session.ts';

const REPORT_EVERY_MS = 60_000;
const MIN_STALL_MS = 250;

type Phase = 'playing' | 'stalled' | 'idle';

function getPhase({ playing, waiting, canPlay, seeking, paused, ended }: MediaState): Phase {
  if (paused || ended || seeking) return 'idle';
  if (waiting || !canPlay) return 'stalled';
  return playing ? 'playing' : 'idle';
}

const toMs = (ms: number) => Math.min(MAX_REPORTED_MS, Math.round(ms));

export function followPlay(player: MediaPlayerInstance, session: PlaySession, startedAt: number): () => void {
  const spent: Record<Phase, number> = { playing: 0, stalled: 0, idle: 0 };
  const lines: Line[] = [];
  let { quality, ended } = player.state;
  let phase = getPhase(player.state);
  let changedAt = startedAt;
  let stallTimer: ReturnType<typeof setTimeout>;
  const total = { playing: 0, stalled: 0, stalls: 0 };

  const addTime = () => {
    const now = performance.now();
    spent[phase] += now - changedAt;
    if (phase !== 'idle') total[phase] += now - changedAt;
    changedAt = now;
  };
  const report = (event: Pick<Line, 'e' | 'sta' | 'msd'>) => {
    addTime();
    const { playing, stalled } = spent;
    Object.assign(spent, { playing: 0, stalled: 0 });
    const { bufferedEnd, currentTime } = player.state;
    const estimate = player.provider?.estimate ?? null;
    lines.push({
      ...event,
      bl: [Math.round(Math.max(0, bufferedEnd - currentTime) * 10) * 100],
      ...(stalled > 0 && { bsd: [toMs(stalled)] }),
      ...(quality && { br: [Math.round(quality.bitrate / 1000)], [HEIGHT_KEY]: getStandardHeight(quality) }),
      ...(estimate !== null && { mtp: [Math.round(estimate / 100_000) * 100] }),
      [PLAYED_KEY]: toMs(playing),
    });
  };
  const send = (event: Pick<Line, 'e' | 'sta' | 'msd'>) => {
    report(event);
    sendReports(session, lines.splice(0));
  };
  const sendInterval = () => {
    addTime();
    if (spent.playing + spent.stalled > 0) send({ e: 't', sta: player.state.paused ? 'a' : 'p' });
  };
  const quit = () => {
    if (!ended) send({ e: 'ps', sta: 'q' });
  };

  session.measure = () => {
    addTime();
    const estimate = player.provider?.estimate ?? null;
    return {
      b: startedAt - session.askedAt,
      n: total.stalls,
      d: total.stalled,
      p: total.playing / 1000,
      a: player.state.currentTime,
      h: quality ? getStandardHeight(quality) : null,
      r: quality ? quality.bitrate / 1000 : null,
      m: estimate === null ? null : estimate / 1000,
    };
  };
  send({ e: 'ps', sta: 'p', msd: toMs(startedAt - session.askedAt) });
  const unsubscribe = player.subscribe((state) => {
    const next = getPhase(state);
    if (state.quality && state.quality.id !== quality?.id) {
      // The time until here is that of the picture before.
      if (quality) report({ e: 't', sta: 'p' });
      quality = state.quality;
    }
    if (state.ended && !ended) send({ e: 'ps', sta: 'e' });
    ended = state.ended;
    if (next === phase) return;
    addTime();
    phase = next;
    clearTimeout(stallTimer);
    if (phase !== 'stalled') return;
    stallTimer = setTimeout(() => {
      total.stalls += 1;
      send({ e: 'ps', sta: 'r' });
    }, MIN_STALL_MS);
  });
  const timer = setInterval(sendInterval, REPORT_EVERY_MS);
  const onHide = () => document.hidden && sendInterval();
  document.addEventListener('visibilitychange', onHide);
  addEventListener('pagehide', quit);
  return () => {
    clearTimeout(stallTimer);
    clearInterval(timer);
    unsubscribe();
    document.removeEventListener('visibilitychange', onHide);
    removeEventListener('pagehide', quit);
    quit();
  };
}
