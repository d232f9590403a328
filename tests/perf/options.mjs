import { parseArgs } from 'node:util';
import { problem } from '../../tools/lib/progress.ts';

/**
 * The command line of bench-pages.
 * @param {string[]} args
 * @returns {{runs: number, write: boolean, only: string[] | null, titles: number}} `only`: kinds of page, or null for all;
 *   `titles`: so many more than the demo catalogue's
 */
export function parseOptions(args) {
  const values = parse(args);
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1) throw problem(`--runs is "${values.runs}": not a number of loads.`);
  const titles = Number(values.titles);
  if (!Number.isInteger(titles) || titles < 0) throw problem(`--titles is "${values.titles}": not a number of titles.`);
  const only = values.only?.split(',') ?? null;
  if (values.write && only) throw problem('--write records the whole benchmark; leave out --only.');
  return { runs, write: values.write, only, titles };
}

function parse(args) {
  try {
    return parseArgs({
      args,
      options: {
        runs: { type: 'string', default: '5' },
        write: { type: 'boolean', default: false },
        only: { type: 'string' },
        titles: { type: 'string', default: '0' },
      },
    }).values;
  } catch (error) {
    throw problem(
      `${error.message}\nUsage: npm run bench:pages -- [--runs 5] [--only home,film,…|floor] [--titles 100000] [--write]`,
    );
  }
}
