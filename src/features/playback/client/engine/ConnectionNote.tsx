import type { FailureCause } from '@pardeh/hls/failure';
import { describeTrouble } from './failure-text.ts';

export function ConnectionNote({ trouble }: { trouble: FailureCause | null }) {
  return (
    <div className="player-note player-connection" role="status">
      {trouble && <p>{describeTrouble(trouble)}</p>}
    </div>
  );
}
