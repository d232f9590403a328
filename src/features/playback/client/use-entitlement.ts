import { useCallback, useEffect, useRef, useState } from 'react';
import type { EntitlementAnswer } from '../../paywall/contract.ts';
import type { ApiError } from '../../../platform/http/calls/errors.ts';
import type { Result } from '../../../platform/client/api.ts';
import type { FailureCause } from '@pardeh/hls/failure';
import type { MediaPlayerInstance } from '@pardeh/hls/react';
import type { TitleKind } from '../../../platform/kinds.ts';
import { nameIn } from '../../../platform/text/locale.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { takeNextVideo } from './next-episode/next-play.ts';
import { loadEntitlement, loadTitleName } from './player.ts';
import { getStarted } from './first-frame/started-play.ts';

type EntitlementState =
  | { status: 'loading' }
  | { status: 'failed'; error: ApiError }
  | { status: 'broken'; cause: FailureCause }
  | { status: 'ready'; cart: EntitlementAnswer; title: string; player: MediaPlayerInstance | null };

function toState(answer: Result<EntitlementAnswer>, player: MediaPlayerInstance | null): EntitlementState {
  if (!answer.ok) return { status: 'failed', error: answer.error };
  const playing = answer.value.play?.playing;
  return { status: 'ready', cart: answer.value, title: playing ? nameIn(getLocale(), playing) : '', player };
}

/** A retry asks again, because the address of the media may have expired. */
export function useEntitlement(kind: TitleKind, id: number) {
  const [started] = useState(() => getStarted(kind, id));
  const unused = useRef(started?.answer ?? null);
  const [state, setState] = useState<EntitlementState>(
    started ? toState(started.answer, started.player) : { status: 'loading' },
  );
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const closing = new AbortController();
    const isOpen = () => !closing.signal.aborted;
    const load = async () => {
      const loaded = unused.current;
      unused.current = null;
      const answer = loaded ?? (await loadEntitlement(kind, id));
      if (!isOpen()) return;
      if (!loaded) setState(toState(answer, takeNextVideo(kind, id)));
      if (!answer.ok || !answer.value.play || answer.value.play.playing) return;
      const title = await loadTitleName(kind, id, getLocale());
      if (isOpen() && title) setState((now) => (now.status === 'ready' ? { ...now, title } : now));
    };
    void load();
    return () => {
      closing.abort();
    };
  }, [kind, id, attempt]);

  const retry = useCallback(() => {
    setState({ status: 'loading' });
    setAttempt((count) => count + 1);
  }, []);
  const fail = useCallback((cause: FailureCause) => setState({ status: 'broken', cause }), []);
  return { state, attempt, retry, fail };
}
