import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { Panel, Refusal } from '../../../../platform/desk/Screen.tsx';
import { m } from '../../../../platform/text/desk/messages.js';
import { formatNumber, formatPlain } from '../../../../platform/text/format.ts';
import { Button } from '../../../../platform/ui/Button.tsx';
import { listDeskEpisodes } from '../../series-contract.ts';
import { ColumnTable } from '../intake/ColumnTable.tsx';
import { nameColumn } from '../intake/column-names.ts';
import { VerdictTable } from '../intake/VerdictTable.tsx';
import type { Progress } from '../intake/run-import.ts';
import {
  dropDoubles,
  MAX_PASTED_ROWS,
  PASTE_FIELDS,
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
  const client = useQueryClient();
  const run = async (back: Step, work: () => Promise<Step>) => {
    setError(null);
    try {
      setStep(await work());
    } catch (cause) {
      setError(cause instanceof Error ? cause : new Error(String(cause)));
      setStep(back);
    }
  };
  const onProgress = (progress: Progress) => {
    setStep({ name: 'busy', progress });
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
      onProgress({ done: 0, total: file.rows });
      const checked = dropDoubles(await sendRows({ id, season }, file, null, onProgress));
      return { name: 'checked', table, checked };
    });
  const write = (table: PastedTable, checked: CheckedTable) =>
    run({ name: 'checked', table, checked }, async () => {
      onProgress({ done: 0, total: checked.file.rows });
      try {
        const result = await sendRows({ id, season }, checked.file, checked.verdicts, onProgress);
        clear();
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
        {step.name === 'busy' && (
          <p role="status" aria-busy="true">
            {m.intake_progress({ done: formatNumber(step.progress.done), total: formatNumber(step.progress.total) })}
          </p>
        )}
        {(step.name === 'checked' || step.name === 'done') && (
          <>
            <p role="status">{describeCounts(step.checked, step.name === 'done')}</p>
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

interface TextProps {
  text: string;
  onChange: (text: string) => void;
  onRead: () => void;
  isFocused: boolean;
}

function PasteText({ text, onChange, onRead, isFocused }: TextProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isFocused) field.current?.focus();
  }, [isFocused]);
  return (
    <>
      <div className="desk-field">
        <label htmlFor={id}>{m.series_paste_label()}</label>
        <textarea
          ref={field}
          id={id}
          rows={5}
          dir="auto"
          aria-describedby={`${id}-note`}
          value={text}
          onChange={(event) => {
            onChange(event.target.value);
          }}
        />
        <p id={`${id}-note`} className="desk-note">
          {m.series_paste_note({ most: formatNumber(MAX_PASTED_ROWS) })}
        </p>
      </div>
      <div className="desk-buttons">
        <Button look="line" disabled={text.trim() === ''} onClick={onRead}>
          {m.series_paste_read()}
        </Button>
      </div>
    </>
  );
}

interface MatchProps {
  table: PastedTable;
  season: number;
  onChange: (table: PastedTable) => void;
  onBack: () => void;
  onRehearse: () => void;
}

function MatchTable({ table, season, onChange, onBack, onRehearse }: MatchProps) {
  const { fields, rows, hasHeader } = table;
  const sample = rows.slice(hasHeader ? 1 : 0, hasHeader ? 4 : 3);
  const isReady = fields.includes('number') || fields.includes('part');
  return (
    <>
      <p className="desk-note">{m.series_paste_season({ season: formatPlain(season) })}</p>
      <label className="desk-check">
        <input
          className="desk-tick"
          type="checkbox"
          checked={hasHeader}
          onChange={(event) => {
            onChange({ ...table, hasHeader: event.target.checked });
          }}
        />
        {m.series_paste_header()}
      </label>
      <ColumnTable
        columns={fields.map((_, at) => ({
          name: (hasHeader ? rows[0]?.cells[at] : undefined) ?? formatNumber(at + 1),
          samples: sample.map(({ cells }) => cells[at] ?? ''),
        }))}
        fields={fields}
        choices={PASTE_FIELDS}
        onChange={(next) => {
          onChange({ ...table, fields: next });
        }}
      />
      {!isReady && (
        <p className="desk-refusal" role="alert">
          {m.series_paste_number()}
        </p>
      )}
      <div className="desk-buttons">
        <Button disabled={!isReady} onClick={onRehearse}>
          {m.intake_check()}
        </Button>
        <Button look="line" onClick={onBack}>
          {m.series_paste_back()}
        </Button>
      </div>
    </>
  );
}
