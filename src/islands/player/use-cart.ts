import { useCallback, useEffect, useState } from 'react';
import type { Cart } from '../../contract/cart.ts';
import type { ApiError } from '../../contract/errors.ts';
import type { TitleKind } from '../../domain/kinds.ts';
import { nameIn } from '../../domain/locale.ts';
import { getLocale } from '../../i18n/locale.ts';
import { loadCart, loadTitleName } from '../../stores/player.ts';

type CartState =
  | { status: 'loading' }
  /** `error` is null where the answer was fine and the media was not. */
  | { status: 'failed'; error: ApiError | null }
  | { status: 'ready'; cart: Cart; title: string };

/** Asks what the viewer may do with a title. A retry asks anew, because the address of the media may have expired. */
export function useCart(kind: TitleKind, id: number) {
  const [state, setState] = useState<CartState>({ status: 'loading' });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const closing = new AbortController();
    const isOpen = () => !closing.signal.aborted;
    void loadCart(kind, id).then(async (answer) => {
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
  const fail = useCallback(() => setState({ status: 'failed', error: null }), []);
  return { state, retry, fail };
}
