import type { MediaPlayerInstance } from '@pardeh/hls/react';
import { followConnection } from '../../../../platform/client/connection.ts';
import { getServerTime } from '../../../../platform/client/server-clock.ts';
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { isRewind, getPosition, createProgress, type Progress } from '../../../progress/progress.ts';
import { KEEP_EVERY_MS, SEND_EVERY_MS } from '../../../progress/config.ts';
import { storeThroughput } from '../quality/network.ts';
import {
  storeProgress,
  getLocalProgress,
  sendProgress,
  sendProgressLast,
  sendProgressSoon,
} from '../../../progress/client/progress.ts';
import { getThroughput } from '../engine/engine.ts';
import { getStartPosition } from '../first-frame/start-position.ts';

const NOTE_MS = 10_000;
/** Seconds that another device must be ahead; the note shows for `NOTE_MS`. */
const ELSEWHERE_SECONDS = 60;

export interface Resume {
  resumedAt: number | null;
  elsewhere: number | null;
  startAt: () => number;
  begin: () => void;
  restart: () => void;
  goTo: (at: number) => void;
  dismiss: () => void;
}

/** Saves every ten seconds locally; at the server each minute, on pause, rewind, hiding and closing. */
export function useResume(id: number, progress: Progress | null, ref: RefObject<MediaPlayerInstance | null>): Resume {
  const [{ first, linkedAt, startAt: keptAt }] = useState(() => getStartPosition(id, progress));
  const [resumedAt, setResumedAt] = useState<number | null>(null);
  const [elsewhere, setElsewhere] = useState<number | null>(null);
  const begun = useRef(false);
  const last = useRef({ at: 0, duration: 0, played: false });
  const farthest = useRef(getPosition(first));
  const rewound = useRef(linkedAt === null && keptAt === null && getPosition(first) > 0);

  useEffect(() => {
    const save = () => {
      const { at, duration, played } = last.current;
      if (!played || !(duration > 0) || !Number.isFinite(duration)) return;
      farthest.current = getPosition(storeProgress(id, createProgress(at, duration, getServerTime(), rewound.current)));
      rewound.current = false;
    };
    const saveAndSend = async (sendNow: () => Promise<void> = sendProgress) => {
      save();
      storeThroughput(getThroughput(ref.current?.provider ?? null) ?? 0);
      await sendNow();
      farthest.current = getPosition(getLocalProgress(id));
      const { at, played } = last.current;
      setElsewhere(played && farthest.current > at + ELSEWHERE_SECONDS ? farthest.current : null);
    };
    let wasPaused = true;
    const stop = ref.current?.subscribe(({ currentTime, duration, playing, paused, canPlay }) => {
      if (!canPlay) return;
      // Before it has played, the time is not the viewer's: saving it would lose the position.
      const { at, played } = last.current;
      if (playing && begun.current) last.current = { at: currentTime, duration, played: true };
      else if (played && currentTime > 0) last.current.at = currentTime;
      if (paused && !wasPaused) void saveAndSend(sendProgressSoon);
      wasPaused = paused;
      if (!played || !isRewind({ from: at, to: currentTime, knownPosition: farthest.current })) return;
      rewound.current = true;
      void saveAndSend();
    });
    const keeping = setInterval(save, KEEP_EVERY_MS);
    const timer = setInterval(() => void saveAndSend(), SEND_EVERY_MS);
    const leave = () => {
      save();
      sendProgressLast();
    };
    const onHide = () => document.visibilityState === 'hidden' && leave();
    const unfollow = followConnection((isOnline) => void (isOnline && sendProgress()));
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('pagehide', leave);
    return () => {
      stop?.();
      clearInterval(keeping);
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', leave);
      unfollow();
      void saveAndSend();
    };
  }, [id, ref]);

  useEffect(() => {
    if (resumedAt === null) return;
    const timer = setTimeout(() => setResumedAt(null), NOTE_MS);
    return () => clearTimeout(timer);
  }, [resumedAt]);

  const startAt = useCallback(() => (begun.current ? last.current.at : (keptAt ?? 0)), [keptAt]);
  const begin = useCallback(() => {
    if (begun.current) {
      const { at } = last.current;
      if (ref.current && at > 0 && Math.abs(ref.current.currentTime - at) > 1) ref.current.currentTime = at;
      return;
    }
    begun.current = true;
    if (keptAt === null || !ref.current) return;
    if (ref.current.currentTime < keptAt - 1) ref.current.currentTime = keptAt;
    setResumedAt(keptAt);
  }, [keptAt, ref]);
  const goTo = useCallback(
    (at: number) => {
      if (ref.current) ref.current.currentTime = at;
      setResumedAt(null);
      setElsewhere(null);
    },
    [ref],
  );
  const restart = useCallback(() => {
    rewound.current = true;
    goTo(0);
  }, [goTo]);
  const dismiss = useCallback(() => setElsewhere(null), []);
  return { resumedAt, elsewhere, startAt, begin, restart, goTo, dismiss };
}
