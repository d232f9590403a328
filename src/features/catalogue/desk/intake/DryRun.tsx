import { useState } from 'react';
import { Facts } from '../../../../platform/desk/Parts.tsx';
import { Panel } from '../../../../platform/desk/Screen.tsx';
import { m } from '../../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../../platform/text/format.ts';
import { Button } from '../../../../platform/ui/Button.tsx';
import { NOT_TAKEN } from '../../intake-contract.ts';
import { ReleaseChoice } from './ReleaseChoice.tsx';
import type { CheckedFile } from './run-import.ts';
import { VerdictTable } from './VerdictTable.tsx';

interface Props {
  checked: CheckedFile;
  getColumn: (field: string) => string;
  onWrite: (drafts: boolean) => void;
  onBack: () => void;
}

export function DryRun({ checked: { file, verdicts }, getColumn, onWrite, onBack }: Props) {
  const count = (verdict: string) => formatNumber(verdicts.filter((row) => row.verdict === verdict).length);
  const notTaken = verdicts.flatMap(({ problems }) => problems.filter(({ reason }) => reason === NOT_TAKEN)).length;
  const [isDrafts, setDrafts] = useState(true);
  const isSent = file.titles.length + file.parts.length > 0;
  return (
    <Panel title={m.intake_dry()}>
      <div className="desk-stack">
        <div role="status">
          <Facts
            rows={[
              [m.intake_rows(), formatNumber(file.rows)],
              [m.intake_added(), count('added')],
              [m.intake_changed(), count('changed')],
              [m.intake_rejected(), count('rejected')],
              [m.intake_not_taken(), formatNumber(notTaken)],
            ]}
          />
        </div>
        <p className="desk-note">{m.intake_dry_note()}</p>
        <ReleaseChoice label={m.intake_release()} isDrafts={isDrafts} onChange={setDrafts} />
        <div className="desk-buttons">
          <Button
            disabled={!isSent}
            onClick={() => {
              onWrite(isDrafts);
            }}
          >
            {m.intake_write()}
          </Button>
          <Button look="line" onClick={onBack}>
            {m.intake_back()}
          </Button>
        </div>
        <VerdictTable verdicts={verdicts} getColumn={getColumn} />
      </div>
    </Panel>
  );
}
