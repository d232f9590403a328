import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { FileField } from '../../../../platform/desk/FileField.tsx';
import { Refusal, Screen } from '../../../../platform/desk/Screen.tsx';
import { m } from '../../../../platform/text/desk/messages.js';
import { listDeskTitles } from '../../contract.ts';
import { listImports, type CatalogueImport } from '../../intake-contract.ts';
import { getColumnName } from '../../rows/file-rows.ts';
import { DryRun } from './DryRun.tsx';
import { ImportDone } from './ImportDone.tsx';
import { ImportProgress } from './ImportProgress.tsx';
import { MatchColumns } from './MatchColumns.tsx';
import { PastImports } from './PastImports.tsx';
import { readDroppedFile, type DroppedFile } from './read-dropped-file.ts';
import { useStop } from './use-stop.ts';
import { checkRows, readRows, writeRows, type CheckedFile, type Progress, type Source } from './run-import.ts';

type Step =
  | { name: 'file' }
  | { name: 'match'; file: DroppedFile; source: Source | null }
  | { name: 'check' | 'write'; progress: Progress }
  | { name: 'checked'; source: Source; checked: CheckedFile }
  | { name: 'done'; result: CatalogueImport };

export function ImportScreen() {
  const [step, setStep] = useState<Step>({ name: 'file' });
  const [error, setError] = useState<Error | null>(null);
  const client = useQueryClient();
  const { begin: restart, stop, isStopped } = useStop();
  const start = { done: 0, total: 0 };
  const control = (name: 'check' | 'write') => ({
    onProgress: (progress: Progress) => {
      setStep({ name, progress });
    },
    isStopped,
  });
  /** Runs a step; where it fails the page is at `back` again, with the reason. */
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
  const choose = (file: File) =>
    run({ name: 'file' }, async () => ({ name: 'match', file: await readDroppedFile(file), source: null }));
  const check = (source: Source) => {
    const back: Step = { name: 'match', file: source.file, source };
    return run(back, async () => {
      setStep({ name: 'check', progress: start });
      const split = await readRows(source);
      if (split === null) throw new Error(m.intake_many());
      if (split.rows === 0) throw new Error(m.intake_empty());
      const checked = await checkRows(split, source.kind, control('check'));
      return checked === null ? back : { name: 'checked', source, checked };
    });
  };
  const write = (source: Source, checked: CheckedFile, drafts: boolean) =>
    run({ name: 'checked', source, checked }, async () => {
      setStep({ name: 'write', progress: start });
      try {
        return { name: 'done', result: await writeRows({ ...source, drafts }, checked, control('write')) };
      } finally {
        for (const { name } of [listImports, listDeskTitles]) void client.invalidateQueries({ queryKey: [name] });
      }
    });
  const begin = () => {
    setError(null);
    setStep({ name: 'file' });
  };
  return (
    <Screen title={m.intake_title()} note={m.intake_note()}>
      <div className="desk-stack">
        {step.name === 'file' && (
          <FileField
            label={m.intake_choose()}
            hint={m.intake_choose_note()}
            accept=".xlsx,.csv,.tsv,.txt,.jsonl,.ndjson,.json,text/csv,text/plain"
            onFile={(file) => void choose(file)}
          />
        )}
        {step.name === 'match' && (
          <MatchColumns file={step.file} source={step.source} onBack={begin} onMatch={(source) => void check(source)} />
        )}
        {(step.name === 'check' || step.name === 'write') && (
          <ImportProgress isWriting={step.name === 'write'} progress={step.progress} onStop={stop} />
        )}
        {step.name === 'checked' && (
          <DryRun
            checked={step.checked}
            getColumn={(field) => getColumnName(field, step.source.map)}
            onWrite={(drafts) => void write(step.source, step.checked, drafts)}
            onBack={() => {
              setStep({ name: 'match', file: step.source.file, source: step.source });
            }}
          />
        )}
        {step.name === 'done' && <ImportDone result={step.result} onBegin={begin} />}
        <Refusal error={error} />
        {(step.name === 'file' || step.name === 'done') && <PastImports />}
      </div>
    </Screen>
  );
}
