import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { problem } from './progress.ts';

/** The options and the one file of a command line; a Problem with the usage where it makes no sense. */
export function parseFileCommand<T extends ParseArgsOptionsConfig>(args: string[], options: T, usage: string) {
  const { values, positionals } = parseCommand(args, options, usage);
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw problem(`Which file? One at a time.\n${usage}`);
  return { file, values };
}

/** The options and the other words of a command line; a Problem with the usage where an option makes no sense. */
export function parseCommand<T extends ParseArgsOptionsConfig>(args: string[], options: T, usage: string) {
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    throw problem(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}
