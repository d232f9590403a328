import { useId, useState } from 'react';
import { m } from '../../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../../platform/text/format.ts';
import { Button } from '../../../../platform/ui/Button.tsx';
import type { Progress } from './run-import.ts';

interface Props {
  progress: Progress;
  note?: string | undefined;
  onStop: () => void;
}

export function RowProgress({ progress: { done, total }, note, onStop }: Props) {
  const id = useId();
  const [isStopping, setStopping] = useState(false);
  return (
    <div className="desk-form">
      <label htmlFor={id}>{m.intake_progress({ done: formatNumber(done), total: formatNumber(total) })}</label>
      <progress id={id} className="desk-progress" max={Math.max(total, 1)} value={done} />
      {note !== undefined && <p className="desk-note">{note}</p>}
      <div className="desk-buttons">
        <Button
          look="line"
          busy={isStopping}
          onClick={() => {
            setStopping(true);
            onStop();
          }}
        >
          {m.intake_stop()}
        </Button>
      </div>
    </div>
  );
}
