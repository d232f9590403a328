// npm run ingest:worker -- --data FOLDER | --remote --site URL | --once: works on the films that were uploaded in the desk.
// docs/operations.md says more.
import { hostname, setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { requireTools } from '../tools/ingest/ingest-title.ts';
import { NO_TOOLS } from '../tools/ingest/worker/exit-codes.ts';
import { STATE_DIR } from '../tools/import/local-store.ts';
import { openFolderQueue, openSiteQueue, openStateQueue } from '../tools/ingest/worker/queue.ts';
import { workOn } from '../tools/ingest/worker/work-on.ts';
import { command, describeError, problem } from '../tools/lib/progress.ts';

const USAGE =
  'Usage: npm run ingest:worker -- --data FOLDER [--site URL] [--once] [--av1] [--he-aac]\n' +
  '       npm run ingest:worker -- --remote --site URL [--once] [--av1] [--he-aac]\n' +
  '       npm run ingest:worker -- --once [--av1] [--he-aac]   on the local state of npm start, which is stopped';
const POLL_MS = 10_000;
/** Films wait, visitors do not: the programs that it starts are as patient. */
const PATIENT = 10;

await command(async () => {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      site: { type: 'string' },
      remote: { type: 'boolean', default: false },
      once: { type: 'boolean', default: false },
      av1: { type: 'boolean', default: false },
      'he-aac': { type: 'boolean', default: false },
    },
  });
  const { data, site, remote, once, av1, 'he-aac': heAac } = values;
  const isLocal = !remote && data === undefined;
  if ((remote && (data !== undefined || site === undefined)) || (isLocal && (site !== undefined || !once)))
    throw problem(USAGE);
  try {
    requireTools({ av1, heAac });
  } catch (error) {
    console.error('Uploaded films wait for another machine: %s', describeError(error));
    process.exit(NO_TOOLS);
  }
  setPriority(PATIENT);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
  const openQueue = () => (data === undefined ? openStateQueue(STATE_DIR) : openFolderQueue(data));
  const queue = site === undefined ? openQueue() : openSiteQueue(site);
  const name = `${hostname()} ${process.pid}`;
  while (!stop.signal.aborted) {
    const job = await queue.take(name).catch((error: unknown) => {
      if (once) throw error;
      console.error('The queue does not answer: %s', describeError(error));
      return null;
    });
    if (job)
      await workOn(queue, job, { place: { remote, data }, av1, heAac }, stop.signal).catch((error: unknown) => {
        console.error('Job %d: %s', job.id, describeError(error));
      });
    else if (once) break;
    else await wait(POLL_MS, undefined, { signal: stop.signal }).catch(() => undefined);
  }
  queue.close();
  process.exit(0);
});
