import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { grouped } from './progress.ts';
import type { RowReport } from '../../src/features/catalogue/server/intake/pass-tools.ts';
import { disarmFormula } from '../../src/platform/text/formula.ts';

/** The file that says which rows were rejected and what was remarked of others; written as it goes. */
export interface Report extends RowReport {
  /** A line for each column with remarks: how many of each verdict, and the first one. */
  summarize: () => string[];
  close: () => void;
}

/** Begins a report, a CSV file; one that is there is written over. */
export function openReport(file: string): Report {
  mkdirSync(dirname(file), { recursive: true });
  const descriptor = openSync(file, 'w');
  writeSync(descriptor, 'line,column,verdict,reason,value\n');
  const columns = new Map<string, { rejected: number; warning: number; first: string }>();
  return {
    add: (line, verdict, problems) => {
      for (const { column, reason, value } of problems) {
        if (verdict === 'rejected' || verdict === 'warning') {
          const entry = columns.get(column) ?? { rejected: 0, warning: 0, first: `line ${line}: ${reason}` };
          entry[verdict] += 1;
          columns.set(column, entry);
        }
        const cells = [String(line), cell(column), verdict, cell(reason), cell(value)];
        writeSync(descriptor, `${cells.join(',')}\n`);
      }
    },
    summarize: () =>
      [...columns].map(
        ([column, { rejected, warning, first }]) =>
          `  ${column === '' ? 'row' : column}: ${grouped(rejected)} rejected, ${grouped(warning)} remarked (${first})`,
      ),
    close: () => {
      closeSync(descriptor);
    },
  };
}

function cell(text: string): string {
  return `"${disarmFormula(text).replaceAll('"', '""')}"`;
}
