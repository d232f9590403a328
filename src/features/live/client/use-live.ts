import { useCallback, useEffect, useState } from 'react';
import type { ApiError } from '../../../platform/http/calls/errors.ts';
import type { FailureCause } from '@pardeh/hls/failure';
import { type LivePlay, getLivePlay } from '../contract.ts';
import { getServerTime, setClock } from '../../../platform/client/server-clock.ts';
import { getNextLook, RENEW_BEFORE_MS } from './next-look.ts';
import type { Result } from '../../../platform/client/api.ts';
import { api } from '../../../platform/client/island-api.ts';

export type LiveState =
  | { status: 'loading'; cause: FailureCause | null }
  /** `error` is null where the call succeeded and the media failed by `cause`. */
  | { status: 'failed'; error: ApiError | null; cause: FailureCause }
  | { status: 'ready'; play: LivePlay };

const LOADING: LiveState = { status: 'loading', cause: null };
const TRIES = 3;
const RETRY_DELAY_MS = 2_000;

/** Loads again when the programme changes and before the address expires; a valid address stays the same. */
export function useLive(channel: number, from: number | undefined) {
  const [state, setState] = useState<LiveState>(LOADING);
  const [attempt, setAttempt] = useState(0);
  const [failures, setFailures] = useState(0);

  useEffect(() => {
    const closing = new AbortController();
    const { signal } = closing;
    let timer: ReturnType<typeof setTimeout>;
    let stream: string | null = null;
    const load = async () => {
      const answer = await loadLive(channel, from, stream);
      if (signal.aborted) return;
      if (answer.ok) ({ stream } = answer.value);
      setState((now) => {
        // A failed refresh does not stop what plays.
        if (!answer.ok)
          return now.status === 'ready' ? now : { status: 'failed', error: answer.error, cause: 'network' };
        const isStillValid = now.status === 'ready' && (now.play.expires_at - getServerTime()) * 1000 > RENEW_BEFORE_MS;
        const play = isStillValid ? { ...answer.value, ...toAddress(now.play) } : answer.value;
        return { status: 'ready', play };
      });
      const renew = answer.ok
        ? getNextLook(answer.value, from === undefined, getServerTime() * 1000)
        : RETRY_DELAY_MS * 10;
      timer = setTimeout(() => void load(), renew);
    };
    void load();
    return () => {
      closing.abort();
      clearTimeout(timer);
    };
  }, [channel, from, attempt]);

  useEffect(() => {
    if (failures === 0 || failures > TRIES) return;
    const timer = setTimeout(() => setAttempt((count) => count + 1), RETRY_DELAY_MS * failures);
    return () => clearTimeout(timer);
  }, [failures]);

  const retry = useCallback(() => {
    setFailures(0);
    setState(LOADING);
    setAttempt((count) => count + 1);
  }, []);
  const fail = useCallback((cause: FailureCause) => {
    setFailures((count) => {
      setState(count < TRIES ? { status: 'loading', cause } : { status: 'failed', error: null, cause });
      return count + 1;
    });
  }, []);
  const played = useCallback(() => setFailures(0), []);
  return { state, attempt, retry, fail, played };
}

function toAddress({ manifest_url, expires_at }: LivePlay) {
  return { manifest_url, expires_at };
}

async function loadLive(channel: number, from: number | undefined, stream: string | null): Promise<Result<LivePlay>> {
  const answer = await api(getLivePlay, {
    id: channel,
    ...(from !== undefined && { from }),
    ...(stream !== null && { stream }),
  });
  if (answer.ok && answer.value.data.now !== undefined) setClock(answer.value.data.now);
  return answer.ok ? { ok: true, value: answer.value.data } : answer;
}
