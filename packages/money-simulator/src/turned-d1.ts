import type { Scheduler } from './scheduler.ts';

/** The same D1, whose every statement and batch waits for a turn of the scheduler. */
export function turnD1(db: D1Database, scheduler: Scheduler): D1Database {
  const binding = {
    prepare: (sql: string) => new TurnedStatement(db.prepare(sql), sql, scheduler),
    batch: (statements: TurnedStatement[]) =>
      scheduler.turn(
        'statement',
        () => statements.map(({ sql }) => shorten(sql)).join(' ⏎ '),
        () => db.batch(statements.map(({ inner }) => inner)),
      ),
  };
  return binding as unknown as D1Database;
}

class TurnedStatement {
  readonly inner: D1PreparedStatement;
  readonly sql: string;
  private readonly scheduler: Scheduler;

  constructor(inner: D1PreparedStatement, sql: string, scheduler: Scheduler) {
    this.inner = inner;
    this.sql = sql;
    this.scheduler = scheduler;
  }

  bind(...values: unknown[]): TurnedStatement {
    return new TurnedStatement(this.inner.bind(...values), this.sql, this.scheduler);
  }

  all(): Promise<unknown> {
    return this.turn(() => this.inner.all());
  }

  run(): Promise<unknown> {
    return this.turn(() => this.inner.run());
  }

  first(column?: string): Promise<unknown> {
    return this.turn(() => (column === undefined ? this.inner.first() : this.inner.first(column)));
  }

  raw(options?: { columnNames: true }): Promise<unknown> {
    return this.turn(() => (options === undefined ? this.inner.raw() : this.inner.raw(options)));
  }

  private get isRead(): boolean {
    return this.sql.startsWith('select') || this.sql.startsWith('SELECT');
  }

  private turn(work: () => Promise<unknown>): Promise<unknown> {
    return this.scheduler.turn(this.isRead ? 'reading' : 'statement', () => shorten(this.sql), work);
  }
}

/** A statement's beginning, for traces. */
function shorten(sql: string): string {
  return sql.replace(/\s+/g, ' ').trim().slice(0, 60);
}
