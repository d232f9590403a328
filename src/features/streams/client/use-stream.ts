import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../../../platform/client/island-api.ts';
import type { FailureCause } from '@pardeh/hls/failure';
import { HEARTBEAT_MS, PAUSED_HEARTBEATS } from '../config.ts';
import { holdStream } from '../contract.ts';
import { releaseStream } from './release-stream.ts';

export type StreamRefusalReason = 'full' | 'stopped';
type Answer = 'held' | 'refused' | 'unknown';

export interface StreamLease {
  refusal: StreamRefusalReason | null;
  check: () => Promise<Answer>;
}

const MAX_CONTRADICTIONS = 3;

export function useStream(stream: string | null): StreamLease {
  const [refusal, setRefusal] = useState<{ stream: string; reason: StreamRefusalReason } | null>(null);
  const previous = useRef<string | null>(null);
  const newest = useRef<() => Promise<Answer>>(() => Promise.resolve('unknown'));

  useEffect(() => {
    if (stream === null) return;
    const closing = new AbortController();
    const { signal } = closing;
    let instead = previous.current;
    previous.current = stream;
    let idle = 0;
    const hold = async (): Promise<Answer> => {
      const answer = await api(holdStream, { stream, ...(instead !== null && { instead }) });
      if (signal.aborted) return 'refused';
      const reason = answer.ok ? null : toReason(answer.error.code);
      if (answer.ok) instead = null;
      if (answer.ok || reason !== null) setRefusal(reason && { stream, reason });
      return answer.ok ? 'held' : reason === null ? 'unknown' : 'refused';
    };
    const beat = async () => {
      idle = isPlaying() ? 0 : idle + 1;
      if (idle <= PAUSED_HEARTBEATS) await hold();
    };
    const release = () => releaseStream(stream);
    newest.current = hold;
    void beat();
    const timer = setInterval(() => void beat(), HEARTBEAT_MS);
    addEventListener('pagehide', release, { signal });
    addEventListener('pageshow', ({ persisted }) => void (persisted && beat()), { signal });
    return () => {
      closing.abort();
      clearInterval(timer);
      release();
    };
  }, [stream]);

  const check = useCallback(() => newest.current(), []);
  return { refusal: refusal !== null && refusal.stream === stream ? refusal.reason : null, check };
}

/** Of a media request that was refused for its stream, the lease decides: the reason is shown, or the player begins again. */
export function useStreamFailure(
  check: StreamLease['check'],
  onFail: (cause: FailureCause) => void,
  onHeld: () => void,
): (cause: FailureCause) => void {
  const contradictions = useRef(0);
  return useCallback(
    (cause) => {
      if (cause !== 'stream' || contradictions.current >= MAX_CONTRADICTIONS) {
        onFail(cause);
        return;
      }
      void check().then((answer) => {
        if (answer === 'unknown') onFail(cause);
        if (answer !== 'held') return;
        contradictions.current += 1;
        onHeld();
      });
    },
    [check, onFail, onHeld],
  );
}

function toReason(code: string): StreamRefusalReason | null {
  if (code === 'streams_full') return 'full';
  return code === 'stream_stopped' ? 'stopped' : null;
}

function isPlaying(): boolean {
  return Array.from(document.querySelectorAll('video, audio')).some(
    (media) => media instanceof HTMLMediaElement && !media.paused,
  );
}
