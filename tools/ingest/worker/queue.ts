import { openSqliteD1 } from '@pardeh/workers-on-node/database/d1';
import * as calls from '../../../src/features/ingest/contract.ts';
import type { FileReport, IngestWork, JobFailure } from '../../../src/features/ingest/contract.ts';
import * as rules from '../../../src/features/ingest/server/queue.ts';
import { openDatabase as openDrizzle } from '../../../src/platform/db/client.ts';
import { openDatabase } from '../../import/local-store.ts';
import { openOperator } from '../../lib/operator-client.ts';
import { problem } from '../../lib/progress.ts';
import { holdState } from '../hold-state.ts';

export interface Progress {
  /** Of 1000. */
  progress: number;
  step: string;
  report?: FileReport;
}

/** The queue of film files. `report`, `finish` and `fail` throw LOST where the job is not this worker's any more. */
export interface Queue {
  take: (worker: string) => Promise<IngestWork | null>;
  report: (job: IngestWork, progress: Progress) => Promise<void>;
  finish: (job: IngestWork) => Promise<void>;
  fail: (job: IngestWork, code: JobFailure, detail: string) => Promise<void>;
  close: () => void;
}

/** The code of the problem, as the call has it. */
export const LOST = 'ingest_lost';
export const LOST_TEXT = 'The job is another worker’s by now, or was cancelled.';

/** By the calls of a site, with a key that has `ingest.work`. */
export function openSiteQueue(site: string): Queue {
  const call = openOperator(site);
  return {
    take: async (worker) => (await call(calls.takeIngest, { worker })).data,
    report: async ({ id, lease }, { progress, step, report }) => {
      await call(calls.reportIngest, { id, lease, progress, step, ...(report && { report }) });
    },
    finish: async ({ id, lease }) => {
      await call(calls.finishIngest, { id, lease });
    },
    fail: async ({ id, lease }, code, detail) => {
      await call(calls.failIngest, { id, lease, code, detail });
    },
    close: () => undefined,
  };
}

type Ask = <T>(work: (context: Parameters<typeof rules.takeJob>[0]) => Promise<T>) => Promise<T>;

/** Of a data folder on this machine, beside the site that serves it. */
export function openFolderQueue(folder: string): Queue {
  const sqlite = openDatabase(folder);
  return openOwnQueue(
    (work) => work(toContext(sqlite)),
    () => sqlite.close(),
  );
}

/** Of wrangler's local state, which no server has open. Each question holds it for itself, as the film's work does. */
export function openStateQueue(stateDir: string): Queue {
  return openOwnQueue(
    async (work) => {
      const release = await holdState(stateDir);
      try {
        const sqlite = openDatabase(undefined, stateDir);
        return await work(toContext(sqlite)).finally(() => sqlite.close());
      } finally {
        release();
      }
    },
    () => undefined,
  );
}

function toContext(sqlite: ReturnType<typeof openDatabase>) {
  return { db: openDrizzle(openSqliteD1(sqlite)), now: Math.floor(Date.now() / 1000) };
}

function openOwnQueue(ask: Ask, close: Queue['close']): Queue {
  const require = (isOurs: boolean) => {
    if (!isOurs) throw problem(LOST_TEXT, LOST);
  };
  return {
    take: (worker) => ask((context) => rules.takeJob(context, worker)),
    report: async (job, progress) =>
      require((await ask((context) => rules.reportJob(context, job, progress))) !== null),
    finish: async (job) => require(await ask((context) => rules.finishJob(context, job))),
    fail: async (job, code, detail) => require(await ask((context) => rules.failJob(context, job, { code, detail }))),
    close,
  };
}
