import { basename } from 'node:path';
import { parseFileCommand } from '../lib/arguments.ts';
import { problem } from '../lib/progress.ts';
import { STORE_TARGET_OPTIONS, type StoreTarget } from './open-store.ts';
import { IMPORT_KINDS, PART_KINDS, type ImportKind, type PartKind } from '../../src/platform/kinds.ts';

const USAGE =
  'Usage: npm run import -- FILE [--kind movie|series|video|season|episode] [--map map.json] [--art FOLDER] [--dry-run]\n' +
  '       [--drafts] [--remote | --data FOLDER] [--report file.csv]';

const OPTIONS = {
  kind: { type: 'string' },
  map: { type: 'string' },
  art: { type: 'string' },
  drafts: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  ...STORE_TARGET_OPTIONS,
  report: { type: 'string' },
} as const;

export interface CommandOptions {
  file: string;
  kind?: ImportKind | PartKind | undefined;
  map?: string | undefined;
  /** The folder with pictures named by external ids. */
  art?: string | undefined;
  dryRun: boolean;
  /** New titles are hidden until the desk publishes them. */
  drafts: boolean;
  place: StoreTarget;
  /** The file for the list of rejected rows. */
  report: string;
}

/** The command line of the import; a Problem with the usage where it makes no sense. */
export function parseOptions(args: string[]): CommandOptions {
  const { file, values } = parseFileCommand(args, OPTIONS, USAGE);
  const kind = [...IMPORT_KINDS, ...PART_KINDS].find((name) => name === values.kind);
  if (values.kind !== undefined && kind === undefined) throw problem(`--kind is ${values.kind}.\n${USAGE}`);
  return {
    ...{
      file,
      kind,
      map: values.map,
      art: values.art,
      dryRun: values['dry-run'],
      drafts: values.drafts,
      place: { remote: values.remote, data: values.data },
    },
    report: values.report ?? `.cache/import/${basename(file)}.report.csv`,
  };
}
