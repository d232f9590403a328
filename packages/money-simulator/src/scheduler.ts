import { AsyncLocalStorage } from 'node:async_hooks';
import { rest } from './globals.ts';
import type { Random } from './random.ts';

/** A fault of one statement or bank call of a task: the worker dies, or D1's connection is lost. */
export interface Accident {
  kind: 'dies before' | 'dies after' | 'loses connection' | 'loses answer';
  /** The number of the turn, from the task's first one or from the one after it has made a payment. */
  turn: number;
  isFromPayment: boolean;
}

/** One request, or one tick of the cron. */
export interface Task {
  name: string;
  isDone: boolean;
  isDead: boolean;
  /** Set where something was made to fail, so that an error of this task is nobody's mistake. */
  wasDisturbed: boolean;
  /** Turns taken so far. */
  turns: number;
  /** Turns that wait to be given. */
  waiting: number;
  accident: Accident | null;
  /** The turns it had taken when it made its first payment; null: it has made none. */
  paymentTurn: number | null;
  /** The Idempotency-Key that its request sends; null: none. */
  purchaseKey: string | null;
  /** The promise of the whole task never settles once the task is dead. */
  error: unknown;
}

interface Turn {
  task: Task;
  label: () => string;
  kind: 'statement' | 'reading' | 'call' | 'timer';
  perform: () => unknown;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** Macrotasks after which the process is given a rest: a body is read in other threads, which may be slow to come. */
const ROUNDS = 200;
/** A task that waits longer for anything else than a turn waits for something that the simulator does not know; ms. */
const STALLED_MS = 20_000;

/** One for all schedulers: each that there ever was stays in the frame that `run` copies, so ten thousand would cost more. */
const current = new AsyncLocalStorage<Task>();

/**
 * Hands out turns: each statement, bank call and timer of each task waits until the seed picks it, so that tasks
 * interleave between any two of them. Only one task runs at any moment.
 */
export class Scheduler {
  private readonly isPayment: (label: string) => boolean;
  private waiting: Turn[] = [];
  /** The task whose turn is being done; null between turns. */
  acting: Task | null = null;
  /** Turns given so far. */
  given = 0;
  /** Called after each turn, with what was done. */
  onTurn: (task: Task, label: () => string, outcome: string) => void = () => undefined;
  /** Called after each statement that may have written something. */
  afterStatement: (task: Task) => void = () => undefined;

  /** `isPayment`: whether the statement of a label makes a payment, from which accidents may count their turns. */
  constructor(isPayment: (label: string) => boolean = () => false) {
    this.isPayment = isPayment;
  }

  /** Starts a task and lets it run up to its first turn. */
  async start(name: string, accident: Task['accident'], work: () => Promise<unknown>): Promise<Task> {
    const task: Task = {
      name,
      isDone: false,
      isDead: false,
      wasDisturbed: false,
      turns: 0,
      waiting: 0,
      accident,
      paymentTurn: null,
      purchaseKey: null,
      error: null,
    };
    void current.run(task, () =>
      work()
        .catch((error: unknown) => {
          task.error = error;
        })
        .finally(() => {
          task.isDone = true;
        }),
    );
    await this.settle(task);
    return task;
  }

  /** Nobody waits for a turn. */
  get isIdle(): boolean {
    return this.waiting.length === 0;
  }

  /** The task that runs now; null outside of all tasks. */
  get running(): Task | null {
    return current.getStore() ?? null;
  }

  /** Waits for a turn and does the work in it. Outside of a task the work is done at once. */
  async turn<T>(kind: Turn['kind'], label: () => string, perform: () => T | Promise<T>): Promise<T> {
    const task = current.getStore();
    if (task === undefined) return perform();
    task.waiting += 1;
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({ task, kind, label, perform, resolve: resolve as (value: unknown) => void, reject });
    });
  }

  /** Gives one turn; false where nobody waits. */
  async step(random: Random): Promise<boolean> {
    if (this.waiting.length === 0) return false;
    const [turn] = this.waiting.splice(random.below(this.waiting.length), 1);
    if (turn === undefined) return false;
    const { task } = turn;
    task.waiting -= 1;
    const accident = takeAccident(task);
    task.turns += 1;
    this.given += 1;
    this.acting = task;
    const outcome = await this.give(turn, accident);
    this.acting = null;
    if (task.accident?.isFromPayment === true && turn.kind === 'statement' && this.isPayment(turn.label()))
      task.paymentTurn ??= task.turns;
    this.onTurn(task, turn.label, outcome);
    if (turn.kind === 'statement') this.afterStatement(task);
    if (!task.isDead) await this.settle(task);
    return true;
  }

  private async give(turn: Turn, accident: Accident['kind'] | null): Promise<string> {
    const { task, perform, resolve, reject } = turn;
    if (accident !== null) task.wasDisturbed = true;
    if (accident === 'dies before') return this.kill(task, accident);
    if (accident === 'loses connection') {
      reject(lostConnection());
      return accident;
    }
    try {
      const value = await perform();
      if (accident === 'dies after') return this.kill(task, accident);
      if (accident === 'loses answer') reject(lostConnection());
      else resolve(value);
      return accident ?? 'done';
    } catch (error) {
      if (accident === 'dies after') return this.kill(task, accident);
      reject(error);
      return error instanceof Error ? error.message : 'failed';
    }
  }

  private kill(task: Task, accident: string): string {
    task.isDead = true;
    task.isDone = true;
    this.waiting = this.waiting.filter((turn) => turn.task !== task);
    return accident;
  }

  /** Lets a task run until it waits for a turn or is done. */
  private async settle(task: Task): Promise<void> {
    const started = performance.now();
    for (let rounds = 0; rounds < ROUNDS || performance.now() - started < STALLED_MS; rounds += 1) {
      await (rounds < ROUNDS ? macrotask() : rest());
      if (task.isDone || task.waiting > 0) return;
    }
    throw new Error(`${task.name} waits for something that the simulator does not hand out`);
  }
}

/** The fault of a task's next turn. */
function takeAccident({ accident, turns, paymentTurn }: Task): Accident['kind'] | null {
  if (accident === null) return null;
  const from = accident.isFromPayment ? paymentTurn : 0;
  return from !== null && accident.turn === turns - from ? accident.kind : null;
}

function lostConnection(): Error {
  return new Error('D1_ERROR: Network connection lost.');
}

async function macrotask(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
