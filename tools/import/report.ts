import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Problem } from './problems.ts';

/** The file that says which rows were rejected and what was remarked of others; written as it goes. */
export interface Report {
  add: (line: number, verdict: 'rejected' | 'warning', problems: readonly Problem[]) => void;
  close: () => void;
}

/** Begins a report, a CSV file; one that is there is written over. */
export function openReport(file: string): Report {
  mkdirSync(dirname(file), { recursive: true });
  const descriptor = openSync(file, 'w');
  writeSync(descriptor, 'line,column,verdict,reason,value\n');
  return {
    add: (line, verdict, problems) => {
      for (const { column, reason, value } of problems) {
        const cells = [String(line), cell(column), verdict, cell(reason), cell(value)];
        writeSync(descriptor, `${cells.join(',')}\n`);
      }
    },
    close: () => {
      closeSync(descriptor);
    },
  };
}

/** Quoted; what a spreadsheet would take for a formula begins with an apostrophe, for the values are a stranger's. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
