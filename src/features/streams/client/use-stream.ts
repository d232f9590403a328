import { useEffect, useState } from 'react';
import { api } from '../../../platform/client/island-api.ts';
import { HEARTBEAT_MS, PAUSED_HEARTBEATS } from '../config.ts';
import { holdStream } from '../contract.ts';
import { releaseStream } from './release-stream.ts';

export type StreamRefusalReason = 'full' | 'stopped';

/** Holds the lease of what plays. A reason: this stream may not play. Null also while nothing limits it. */
export function useStream(stream: string | null): StreamRefusalReason | null {
  const [refusal, setRefusal] = useState<{ stream: string; reason: StreamRefusalReason } | null>(null);

  useEffect(() => {
    if (stream === null) return;
    const closing = new AbortController();
    const { signal } = closing;
    let idle = 0;
    const beat = async () => {
      idle = isPlaying() ? 0 : idle + 1;
      if (idle > PAUSED_HEARTBEATS) return;
      const answer = await api(holdStream, { stream });
      if (signal.aborted) return;
      if (answer.ok) setRefusal(null);
      else if (answer.error.code === 'streams_full') setRefusal({ stream, reason: 'full' });
      else if (answer.error.code === 'stream_stopped') setRefusal({ stream, reason: 'stopped' });
    };
    const release = () => releaseStream(stream);
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

  return refusal !== null && refusal.stream === stream ? refusal.reason : null;
}

function isPlaying(): boolean {
  return Array.from(document.querySelectorAll('video, audio')).some(
    (media) => media instanceof HTMLMediaElement && !media.paused,
  );
}
