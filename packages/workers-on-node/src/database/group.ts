import type { DatabaseSync } from 'node:sqlite';
import type { Engine } from './engine.ts';
import type { FromThread, ToThread } from './pool.ts';

/** Statements that do the same inside a transaction of others. PRAGMA and VACUUM do not, and BEGIN would end it. */
const GROUPABLE = /^\s*(select|values|with|insert|replace|update|delete)\b/i;

export class GroupRunner {
  private readonly db: DatabaseSync;
  private readonly engine: Engine;
  private readonly begin: 'BEGIN' | 'BEGIN IMMEDIATE';
  private readonly groupMs: number;

  constructor(db: DatabaseSync, engine: Engine, access: 'read' | 'write', groupMs: number) {
    this.db = db;
    this.engine = engine;
    this.begin = access === 'read' ? 'BEGIN' : 'BEGIN IMMEDIATE';
    this.groupMs = groupMs;
  }

  /** The answers of the first message, or of all that ran in `groupMs`, after their one commit. */
  answerFirst(queue: readonly ToThread[]): FromThread[] {
    const end = this.groupMs === 0 ? 1 : queue.findIndex((work) => !isGroupable(work));
    const group = end === -1 ? queue : queue.slice(0, Math.max(end, 1));
    const answers = group.length === 1 ? group.map((message) => this.answer(message)) : this.answerTogether(group);
    if (this.db.isTransaction) throw new Error('a statement has left a transaction open');
    return answers;
  }

  private answerTogether(group: readonly ToThread[]): FromThread[] {
    const until = performance.now() + this.groupMs;
    const answers: FromThread[] = [];
    try {
      this.engine.transact(() => {
        for (const message of group) {
          const answer = this.answer(message);
          answers.push(answer);
          if (!this.db.isTransaction) throw new Error('error' in answer ? answer.error : 'the transaction is gone');
          if (performance.now() >= until) return;
        }
      });
      return answers;
    } catch (error) {
      const failed = answers.length === 0 ? group : group.slice(0, answers.length);
      const isOfOne = error instanceof Error && error.message.includes('SQLITE_CONSTRAINT');
      return failed.map((message) => (isOfOne ? this.answer(message) : fail(message, error)));
    }
  }

  private answer(message: ToThread): FromThread {
    try {
      if ('sql' in message) {
        this.engine.run(message.sql);
        return { id: message.id, answers: [] };
      }
      const work = () => message.requests.map((request) => this.engine.execute(request));
      return { id: message.id, answers: message.isBatch ? this.engine.transact(work, this.begin) : work() };
    } catch (error) {
      return fail(message, error);
    }
  }
}

function isGroupable(work: ToThread): boolean {
  return 'requests' in work && work.requests.every(({ sql }) => GROUPABLE.test(sql));
}

function fail({ id }: ToThread, error: unknown): FromThread {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  return { id, error: message, cause: cause instanceof Error ? cause.message : null };
}
