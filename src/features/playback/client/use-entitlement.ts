import { useCallback, useEffect, useState } from 'react';
import type { EntitlementAnswer } from '../../watch-options/contract.ts';
import type { ApiError } from '../../../platform/http/errors.ts';
import type { FailureCause } from '../../hls/client/failure.ts';
import type { TitleKind } from '../../../platform/kinds.ts';
import { nameIn } from '../../../platform/text/locale.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { loadEntitlement, loadTitleName } from './player.ts';

type EntitlementState =
  | { status: 'loading' }
  | { status: 'failed'; error: ApiError }
  | { status: 'broken'; cause: FailureCause }
  | { status: 'ready'; cart: EntitlementAnswer; title: string };

/** A retry asks again, because the address of the media may have expired. */
export function useEntitlement(kind: TitleKind, id: number) {
  const [state, setState] = useState<EntitlementState>({ status: 'loading' });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const closing = new AbortController();
    const isOpen = () => !closing.signal.aborted;
    void loadEntitlement(kind, id).then(async (answer) => {
      if (!isOpen()) return;
      if (!answer.ok) {
        setState({ status: 'failed', error: answer.error });
        return;
      }
      const { play } = answer.value;
      setState({ status: 'ready', cart: answer.value, title: play?.playing ? nameIn(getLocale(), play.playing) : '' });
      if (!play || play.playing) return;
      const title = await loadTitleName(kind, id, getLocale());
      if (isOpen() && title) setState((now) => (now.status === 'ready' ? { ...now, title } : now));
    });
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
