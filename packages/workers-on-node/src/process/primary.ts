import cluster, { type Worker } from 'node:cluster';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FromPrimary, FromWorker } from './messages.ts';

const BACKOFF_MS = 250;
const BACKOFF_MAX_MS = 30_000;
const HEALTHY_MS = 60_000;

/** Writes a line of the log. */
export type Log = (
  level: 'info' | 'error',
  message: string,
  fields?: Record<string, string | number | boolean | null>,
) => void;

interface Seat {
  index: number;
  worker: Worker | null;
  deaths: number;
  timer: NodeJS.Timeout | null;
}

/** Each process has a seat. SIGHUP replaces them in turn, SIGTERM ends them. Resolves with the exit code. */
export function runPrimary(count: number, log: Log): Promise<number> {
  // In turns, a connection on its way to a process that dies would be neither answered nor closed.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const sockets = mkdtempSync(join(tmpdir(), 'pardeh-'));
  const seats = Array.from({ length: count }, (_, index): Seat => ({ index, worker: null, deaths: 0, timer: null }));
  let [isStopping, isStarted, isRolling] = [false, false, false];
  return new Promise((resolve) => {
    const end = (code: number) => {
      rmSync(sockets, { recursive: true, force: true });
      resolve(code);
    };
    const stop = (code: number) => {
      isStopping = true;
      for (const { worker, timer } of seats) {
        if (timer) clearTimeout(timer);
        if (worker) tell(worker, 'stop');
      }
      const living = () => Object.values(cluster.workers ?? {});
      if (living().length === 0) end(code);
      cluster.on('exit', () => {
        if (living().length === 0) end(code);
      });
    };

    /** Resolves when the seat's new process serves; false if it has ended before. */
    const fill = (seat: Seat): Promise<boolean> => {
      const worker = cluster.fork({
        WORKERS_SEAT: String(seat.index),
        WORKERS_SEATS: String(count),
        WORKERS_SOCKETS: sockets,
      });
      const old = seat.worker;
      const startedAt = performance.now();
      let isReady = false;
      const ready = new Promise<boolean>((done) => {
        worker.on('message', (message: FromWorker) => {
          if (message.type !== 'ready') return;
          isReady = true;
          seat.worker = worker;
          // It was stopped before it listened.
          if (isStopping) tell(worker, 'stop');
          const admit = () => tell(worker, 'own');
          if (old && !old.isDead()) release(old, admit);
          else admit();
          done(true);
          if (isStarted || seats.some((other) => other.worker === null)) return;
          isStarted = true;
          log('info', 'started', { url: message.url, processes: count });
        });
        worker.once('exit', () => done(false));
      });
      worker.once('exit', (code: number | null, signal: string | null) => {
        const isReplaced = isReady && seat.worker !== worker;
        if (isStopping || isReplaced) return;
        if (!isStarted && code !== null && code >= 64) {
          stop(code);
          return;
        }
        if (seat.worker === worker) seat.worker = null;
        if (seat.worker !== null) {
          log('error', 'not restarted: the new process has ended, the old one serves on', { seat: seat.index, code });
          return;
        }
        seat.deaths = performance.now() - startedAt > HEALTHY_MS ? 1 : seat.deaths + 1;
        const wait = Math.min(BACKOFF_MAX_MS, BACKOFF_MS * 2 ** (seat.deaths - 1));
        log('error', 'a process died', { seat: seat.index, code, signal, restart_ms: wait });
        seat.timer = setTimeout(() => void fill(seat), wait);
      });
      return ready;
    };

    const roll = async () => {
      if (isRolling || isStopping) return;
      isRolling = true;
      let isDone = true;
      for (const seat of seats) if (isDone && seat.worker) isDone = await fill(seat);
      isRolling = false;
      if (isDone) log('info', 'restarted', { processes: count });
    };
    process.on('SIGHUP', () => void roll());
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => {
        log('info', 'stopping', { signal });
        stop(0);
      });
    }
    for (const seat of seats) void fill(seat);
  });
}

/** Stops a process; `then` runs when it has closed its rooms, or has died. */
function release(worker: Worker, then: () => void): void {
  let isDone = false;
  const done = () => {
    if (!isDone) then();
    isDone = true;
  };
  worker.on('message', (message: FromWorker) => {
    if (message.type === 'released') done();
  });
  worker.once('exit', done);
  tell(worker, 'stop');
}

function tell(worker: Worker, type: FromPrimary['type']): void {
  if (worker.isConnected()) worker.send({ type });
}
