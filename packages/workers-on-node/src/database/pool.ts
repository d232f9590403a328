import { Worker } from 'node:worker_threads';
import type { Executor } from './d1.ts';
import type { Answer, Request } from './engine.ts';
import { isRead } from './is-read.ts';

export interface ThreadOptions {
  file: string;
  access: 'read' | 'write';
  groupMs: number;
}
type Work = { requests: readonly Request[]; isBatch: boolean } | { sql: string };
export type ToThread = Work & { id: number };
export type FromPool = ToThread | 'close';
export type FromThread = { id: number; answers: Answer[] } | { id: number; error: string; cause: string | null };

/** Milliseconds after which writes that share a commit commit: others wait for the lock. 0: each has its own. */
const GROUP_MS = 10;
/** Rows are short-lived: V8's own limit lets each thread hold three times as much of what is garbage already. */
const MAX_YOUNG_MB = 16;
const PROGRAM = new URL('thread.ts', import.meta.url);

export interface Pool extends Executor {
  close: () => Promise<void>;
}

/** A long query stops nobody: one thread writes, others read. The file must exist and be in WAL mode. */
export function openPool(
  file: string,
  readers: number,
  onDeath: (cause: Error) => void,
  { groupMs = GROUP_MS, program = PROGRAM }: { groupMs?: number; program?: URL } = {},
): Pool {
  const open = (options: ThreadOptions) => new Thread(program, options, onDeath);
  const writer = open({ file, access: 'write', groupMs });
  const reading = Array.from({ length: readers }, () => open({ file, access: 'read', groupMs: 0 }));
  const chooseReader = () => reading.reduce((least, thread) => (thread.waiting < least.waiting ? thread : least));
  return {
    execute: (requests, isBatch) => {
      const thread = reading.length > 0 && requests.every(({ sql }) => isRead(sql)) ? chooseReader() : writer;
      return thread.send({ requests, isBatch });
    },
    run: async (sql) => {
      await writer.send({ sql });
    },
    close: async () => {
      // The last connection that closes checkpoints the log: it must be one that may write.
      await Promise.all(reading.map((thread) => thread.close()));
      await writer.close();
    },
  };
}

interface Waiting {
  resolve: (answers: Answer[]) => void;
  reject: (cause: Error) => void;
}

class Thread {
  private readonly worker: Worker;
  private readonly pending = new Map<number, Waiting>();
  private next = 0;
  private isClosing = false;

  constructor(program: URL, options: ThreadOptions, onDeath: (cause: Error) => void) {
    this.worker = new Worker(program, {
      workerData: options,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      resourceLimits: { maxYoungGenerationSizeMb: MAX_YOUNG_MB },
    });
    this.worker.on('message', (messages: FromThread[]) => {
      for (const message of messages) this.settle(message);
    });
    const die = (cause: Error) => {
      for (const { reject } of this.pending.values()) reject(cause);
      this.pending.clear();
      if (!this.isClosing) onDeath(cause);
    };
    this.worker.on('error', (error: Error) => die(new Error(`D1_ERROR: ${error.message}`, { cause: error })));
    this.worker.on('exit', () => die(new Error('D1_ERROR: the thread of the database has ended')));
  }

  get waiting(): number {
    return this.pending.size;
  }

  send(work: Work): Promise<Answer[]> {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject });
      this.worker.postMessage({ id, ...work });
    });
  }

  async close(): Promise<void> {
    this.isClosing = true;
    const ended = new Promise((resolve) => this.worker.once('exit', resolve));
    this.worker.postMessage('close');
    await ended;
  }

  private settle(message: FromThread): void {
    const waiting = this.pending.get(message.id);
    this.pending.delete(message.id);
    if ('answers' in message) waiting?.resolve(message.answers);
    else {
      const cause = message.cause === null ? undefined : new Error(message.cause);
      waiting?.reject(new Error(message.error, { cause }));
    }
  }
}
