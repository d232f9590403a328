import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { problem } from '../lib/progress.mjs';
import { IMPORT_KINDS, type ImportKind } from './parse/facts.ts';

const USAGE =
  'Usage: npm run import -- FILE [--kind movie|series|video] [--map map.json] [--dry-run] [--remote] [--report file.csv]';

export interface CommandOptions {
  file: string;
  kind?: ImportKind | undefined;
  map?: string | undefined;
  dryRun: boolean;
  remote: boolean;
  /** Where rejected rows are listed. */
  report: string;
}

/** The command line of the import; a Problem with the usage where it makes no sense. */
export function parseOptions(args: string[]): CommandOptions {
  const { values, positionals } = parse(args);
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw problem(`Which file? One is imported at a time.\n${USAGE}`);
  const kind = IMPORT_KINDS.find((name) => name === values.kind);
  if (values.kind !== undefined && kind === undefined) throw problem(`--kind is ${values.kind}.\n${USAGE}`);
  return {
    ...{ file, kind, map: values.map, dryRun: values['dry-run'], remote: values.remote },
    report: values.report ?? `.cache/import/${basename(file)}.report.csv`,
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        kind: { type: 'string' },
        map: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        remote: { type: 'boolean', default: false },
        report: { type: 'string' },
      },
    });
  } catch (error) {
    throw problem(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}
