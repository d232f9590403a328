import { useId, useState } from 'react';
import { Panel } from '../../../../platform/desk/Screen.tsx';
import { m } from '../../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../../platform/text/format.ts';
import { Button } from '../../../../platform/ui/Button.tsx';
import type { Progress } from './run-import.ts';

interface Props {
  isWriting: boolean;
  progress: Progress;
  onStop: () => void;
}

export function ImportProgress({ isWriting, progress: { done, total }, onStop }: Props) {
  const id = useId();
  const [isStopping, setStopping] = useState(false);
  return (
    <Panel title={isWriting ? m.intake_writing() : m.intake_checking()}>
      <div className="desk-form">
        <label htmlFor={id}>{m.intake_progress({ done: formatNumber(done), total: formatNumber(total) })}</label>
        <progress id={id} className="desk-progress" max={Math.max(total, 1)} value={done} />
        {isWriting && <p className="desk-note">{m.intake_writing_note()}</p>}
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
    </Panel>
  );
}
