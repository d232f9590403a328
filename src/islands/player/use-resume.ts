import type { MediaPlayerInstance } from '@vidstack/react';
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { isRewind, placeOf, resumeAt, saveOf, type Progress } from '../../domain/progress.ts';
import { keepThroughput } from '../../stores/network.ts';
import {
  keepSave,
  knownProgress,
  localProgress,
  SAVE_EVERY_MS,
  sendProgress,
  sendProgressLast,
  serverNow,
} from '../../stores/progress.ts';
import { throughputOf } from './engine.ts';

/** How long «ادامه از …» stays, in milliseconds. */
const NOTE_MS = 10_000;
/** So much farther elsewhere, in seconds, is worth saying. */
const ELSEWHERE_SECONDS = 60;

export interface Resume {
  /** Where this viewing resumed, in seconds, while the note about it shows; else null. */
  notedAt: number | null;
  /** Where the viewer has come to on another device meanwhile, in seconds; null where it is not farther. */
  elsewhere: number | null;
  /** Where loading should begin, in seconds: the kept place at first, later wherever the player is. */
  startAt: () => number;
  /** To be called when the player knows the duration: goes to the kept place, and of a later source to where it was. */
  begin: () => void;
  restart: () => void;
  goTo: (at: number) => void;
  dismiss: () => void;
}

/** The moment that an address names (`?t=90`, seconds), as search engines link to the parts of a video; null for none. */
function momentOf(search: string): number | null {
  const named = /^\d{1,5}$/.exec(new URLSearchParams(search).get('t') ?? '');
  return named ? Number(named[0]) : null;
}

/**
 * Resumes a title where it stopped, and saves where it is: every ten seconds, at a jump back, when the page is hidden
 * and on closing. `told` is what the server knows.
 */
export function useResume(id: number, told: Progress | null, ref: RefObject<MediaPlayerInstance | null>): Resume {
  const [first] = useState(() => knownProgress(id, told));
  const [named] = useState(() => momentOf(location.search));
  const keptAt = named ?? resumeAt(first);
  const [notedAt, setNotedAt] = useState<number | null>(null);
  const [elsewhere, setElsewhere] = useState<number | null>(null);
  const begun = useRef(false);
  const last = useRef({ at: 0, duration: 0, played: false });
  /** The farthest place known, here or on another device. */
  const known = useRef(placeOf(first));
  /** What was seen to its end begins anew, on purpose. */
  const rewound = useRef(named === null && keptAt === null && placeOf(first) > 0);

  useEffect(() => {
    const save = () => {
      const { at, duration, played } = last.current;
      if (!played || !(duration > 0) || !Number.isFinite(duration)) return;
      known.current = placeOf(keepSave(id, saveOf(at, duration, serverNow(), rewound.current)));
      rewound.current = false;
    };
    const saveAndSend = async () => {
      save();
      keepThroughput(throughputOf(ref.current?.provider ?? null) ?? 0);
      await sendProgress();
      known.current = placeOf(localProgress(id));
      const { at, played } = last.current;
      setElsewhere(played && known.current > at + ELSEWHERE_SECONDS ? known.current : null);
    };
    const stop = ref.current?.subscribe(({ currentTime, duration, playing, canPlay }) => {
      if (!canPlay) return;
      // Before it has played, the time is not yet the viewer's: saving it would lose the place kept.
      const { at, played } = last.current;
      if (playing && begun.current) last.current = { at: currentTime, duration, played: true };
      else if (played && currentTime > 0) last.current.at = currentTime;
      if (!played || !isRewind({ from: at, to: currentTime, known: known.current })) return;
      rewound.current = true;
      void saveAndSend();
    });
    const timer = setInterval(() => void saveAndSend(), SAVE_EVERY_MS);
    const leave = () => {
      save();
      sendProgressLast();
    };
    const onHide = () => document.visibilityState === 'hidden' && leave();
    const onOnline = () => void sendProgress();
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('pagehide', leave);
    window.addEventListener('online', onOnline);
    return () => {
      stop?.();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('online', onOnline);
      void saveAndSend();
    };
  }, [id, ref]);

  useEffect(() => {
    if (notedAt === null) return;
    const timer = setTimeout(() => setNotedAt(null), NOTE_MS);
    return () => clearTimeout(timer);
  }, [notedAt]);

  const startAt = useCallback(() => (begun.current ? last.current.at : (keptAt ?? 0)), [keptAt]);
  const begin = useCallback(() => {
    if (begun.current) {
      // Another source of the same title, which would begin anew.
      const { at } = last.current;
      if (ref.current && at > 0 && Math.abs(ref.current.currentTime - at) > 1) ref.current.currentTime = at;
      return;
    }
    begun.current = true;
    if (keptAt === null || !ref.current) return;
    ref.current.currentTime = keptAt;
    setNotedAt(keptAt);
  }, [keptAt, ref]);
  const goTo = useCallback(
    (at: number) => {
      if (ref.current) ref.current.currentTime = at;
      setNotedAt(null);
      setElsewhere(null);
    },
    [ref],
  );
  const restart = useCallback(() => {
    rewound.current = true;
    goTo(0);
  }, [goTo]);
  const dismiss = useCallback(() => setElsewhere(null), []);
  return { notedAt, elsewhere, startAt, begin, restart, goTo, dismiss };
}
