import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Panel, Refusal } from '../../../../platform/desk/Screen.tsx';
import { m } from '../../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../../platform/text/format.ts';
import { Button } from '../../../../platform/ui/Button.tsx';
import { listDeskEpisodes } from '../../series-contract.ts';
import { nameColumn } from '../intake/column-names.ts';
import { VerdictTable } from '../intake/VerdictTable.tsx';
import { ReleaseChoice } from '../intake/ReleaseChoice.tsx';
import { RowProgress } from '../intake/RowProgress.tsx';
import { useStop } from '../intake/use-stop.ts';
import type { Progress } from '../intake/run-import.ts';
import { MatchTable } from './MatchTable.tsx';
import { PasteText } from './PasteText.tsx';
import {
  dropDoubles,
  MAX_PASTED_ROWS,
  readTable,
  sendRows,
  toSplitFile,
  type CheckedTable,
  type PastedTable,
} from './paste-rows.ts';

type Step =
  | { name: 'text' }
  | { name: 'match'; table: PastedTable }
  | { name: 'busy'; progress: Progress }
  | { name: 'checked'; table: PastedTable; checked: CheckedTable }
  | { name: 'done'; checked: CheckedTable };

interface Props {
  id: number;
  season: number;
  text: string;
  setText: (text: string) => void;
  clear: () => void;
  /** The rows come from a paste into the table. */
  isFocused: boolean;
}

/** Rows of a spreadsheet: pasted, matched, rehearsed, then written in parts of one transaction each. */
export function PasteEpisodes({ id, season, text, setText, clear, isFocused }: Props) {
  const [step, setStep] = useState<Step>({ name: 'text' });
  const [error, setError] = useState<Error | null>(null);
  const [isDrafts, setDrafts] = useState(true);
  const { begin: restart, stop, isStopped } = useStop();
  const client = useQueryClient();
  const run = async (back: Step, work: () => Promise<Step>) => {
    setError(null);
    restart();
    try {
      setStep(await work());
    } catch (cause) {
      setError(cause instanceof Error ? cause : new Error(String(cause)));
      setStep(back);
    }
  };
  const control = {
    onProgress: (progress: Progress) => {
      setStep({ name: 'busy', progress });
    },
    isStopped,
  };
  const read = () =>
    run({ name: 'text' }, async () => {
      const table = await readTable(text);
      if (table === null) throw new Error(m.series_paste_large({ most: formatNumber(MAX_PASTED_ROWS) }));
      return { name: 'match', table };
    });
  const rehearse = (table: PastedTable) =>
    run({ name: 'match', table }, async () => {
      const file = toSplitFile(table);
      control.onProgress({ done: 0, total: file.rows });
      const checked = dropDoubles(await sendRows({ id, season, drafts: isDrafts }, file, null, control));
      return checked.isWhole ? { name: 'checked', table, checked } : { name: 'match', table };
    });
  const write = (table: PastedTable, checked: CheckedTable) =>
    run({ name: 'checked', table, checked }, async () => {
      control.onProgress({ done: 0, total: checked.file.rows });
      try {
        const result = await sendRows({ id, season, drafts: isDrafts }, checked.file, checked.verdicts, control);
        // The rows that were not sent are there for the next time.
        if (result.isWhole) clear();
        return { name: 'done', checked: result };
      } finally {
        void client.invalidateQueries({ queryKey: [listDeskEpisodes.name] });
      }
    });
  const begin = () => {
    setError(null);
    setStep({ name: 'text' });
  };
  return (
    <Panel title={m.series_paste()}>
      <div className="desk-form">
        {step.name === 'text' && (
          <PasteText text={text} isFocused={isFocused} onChange={setText} onRead={() => void read()} />
        )}
        {step.name === 'match' && (
          <MatchTable
            table={step.table}
            season={season}
            onChange={(table) => {
              setStep({ name: 'match', table });
            }}
            onBack={begin}
            onRehearse={() => void rehearse(step.table)}
          />
        )}
        {step.name === 'busy' && <RowProgress progress={step.progress} onStop={stop} />}
        {(step.name === 'checked' || step.name === 'done') && (
          <>
            <p role="status">{describeCounts(step.checked, step.name === 'done')}</p>
            {!step.checked.isWhole && <p className="desk-note">{m.series_paste_stopped()}</p>}
            {step.name === 'checked' && (
              <ReleaseChoice label={m.series_release()} isDrafts={isDrafts} onChange={setDrafts} />
            )}
            {step.name === 'checked' ? (
              <div className="desk-buttons">
                <Button
                  disabled={step.checked.counts.added + step.checked.counts.changed === 0}
                  onClick={() => void write(step.table, step.checked)}
                >
                  {m.series_paste_write()}
                </Button>
                <Button
                  look="line"
                  onClick={() => {
                    setStep({ name: 'match', table: step.table });
                  }}
                >
                  {m.intake_back()}
                </Button>
              </div>
            ) : (
              <div className="desk-buttons">
                <Button look="line" onClick={begin}>
                  {m.series_paste_next()}
                </Button>
              </div>
            )}
            <VerdictTable verdicts={step.checked.verdicts} getColumn={nameColumn} />
          </>
        )}
        <Refusal error={error} />
      </div>
    </Panel>
  );
}

function describeCounts({ counts: { added, changed, rejected } }: CheckedTable, isDone: boolean): string {
  const counts = { added: formatNumber(added), changed: formatNumber(changed), rejected: formatNumber(rejected) };
  return isDone ? m.series_paste_done(counts) : m.series_paste_would(counts);
}
