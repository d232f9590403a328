import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { DEADLINES, RETRY_AFTER_SECONDS } from '../../../platform/config/deadlines.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import { DeadlineError, OutageError, withDeadline } from '../../../platform/http/limits/deadline.ts';
import { describeError } from '../../../platform/http/faults/describe-error.ts';
import { progressState } from '../contract.ts';
import type { Progress } from '../progress.ts';
import type { AccountMerge } from './account-progress.ts';
import type { ProgressStore } from './progress-store.ts';

const PAUSE_MS = RETRY_AFTER_SECONDS * 1000;
/** As many profiles that hang, with no answer in between, are an outage of all. */
const OUTAGE_PROFILES = 3;
const PROFILES_MAX = 1000;

/** After a read that hung, its profile's reads pause; in an outage all do. Then one of them tries, and the rest pause. */
class ReadPause {
  readonly #until = new Map<string, number>();
  #failedProfiles = 0;
  #allUntil = 0;

  takeTurn(profile: string): boolean {
    const now = performance.now();
    const isOutage = this.#failedProfiles >= OUTAGE_PROFILES;
    const until = this.#until.get(profile);
    if ((isOutage && now < this.#allUntil) || now < (until ?? 0)) return false;
    if (isOutage) this.#allUntil = now + PAUSE_MS;
    if (until !== undefined) this.#until.set(profile, now + PAUSE_MS);
    return true;
  }

  noteHang(profile: string): void {
    if (!this.#until.has(profile)) this.#failedProfiles += 1;
    const [oldest] = this.#until.keys();
    if (oldest !== undefined && this.#until.size >= PROFILES_MAX) this.#until.delete(oldest);
    this.#allUntil = performance.now() + PAUSE_MS;
    this.#until.set(profile, this.#allUntil);
  }

  noteAnswer(profile: string): void {
    this.#until.delete(profile);
    this.#failedProfiles = 0;
  }
}

export interface ProgressStub {
  merge: (profile: string, saves: [number, Progress][], catalogueIds: number[], now: number) => Promise<AccountMerge>;
  setHidden: (profile: string, titleId: number, at: number) => Promise<void>;
  forgetSeen: (profile: string, titleId: number) => Promise<void>;
  list: (profile: string) => Promise<Record<string, unknown>[]>;
  pack: (profile: string) => Promise<string>;
  peek: () => Promise<Record<string, unknown>[] | null>;
  erase: () => Promise<void>;
}

const { duration, since, seen, points } = progressState.entries;
const packedRow = v.tuple([
  v.number(),
  duration,
  since,
  seen,
  v.pipe(v.string(), v.parseJson(), points),
  v.number(),
  v.number(),
  v.number(),
  v.number(),
  v.number(),
  v.number(),
  v.number(),
]);
const packedRows = v.pipe(v.string(), v.parseJson(), v.array(packedRow));
const accountMerge = v.object({
  merged: v.array(v.tuple([v.number(), progressState])),
  unknown: v.array(v.number()),
});

const pauses = new WeakMap<DurableObjectNamespace, ReadPause>();

/** One Durable Object for each profile. The catalogue stays in the database, which gets the rows with the statement. */
export function openObjectStore(namespace: DurableObjectNamespace, db: Database): ProgressStore {
  const pause = pauses.get(namespace) ?? new ReadPause();
  pauses.set(namespace, pause);

  async function ask<T>(profile: string, ms: number, work: (stub: ProgressStub) => Promise<T>): Promise<T> {
    try {
      const stub = namespace.get(namespace.idFromName(profile)) as unknown as ProgressStub;
      const answer = await withDeadline(work(stub), ms, 'progress');
      pause.noteAnswer(profile);
      return answer;
    } catch (cause) {
      if (cause instanceof DeadlineError) pause.noteHang(profile);
      else pause.noteAnswer(profile);
      throw new OutageError(`progress: ${describeError(cause)}`);
    }
  }

  /** A save that is neither merged nor of an unknown title would be lost: its sender forgets what was answered. */
  async function merge(
    profile: string,
    saves: [number, Progress][],
    catalogueIds: number[],
    now: number,
  ): Promise<AccountMerge> {
    const answer = await ask(profile, DEADLINES.save, async (stub) =>
      v.parse(accountMerge, await stub.merge(profile, saves, catalogueIds, now)),
    );
    const unknown = answer.unknown.filter((id) => !catalogueIds.includes(id));
    const answeredIds = new Set([...answer.merged.map(([id]) => id), ...unknown]);
    if (!saves.every(([id]) => answeredIds.has(id))) throw new OutageError('progress: a save was not answered');
    return answer;
  }

  return {
    table: async (profile) => {
      if (profile === '' || !pause.takeTurn(profile)) return toTable(profile, NO_ROWS);
      // A cart that knows no place still plays; a save or an export must fail instead, and be tried again.
      const rows = await ask(profile, DEADLINES.near, async (stub) => {
        const packed = await stub.pack(profile);
        v.parse(packedRows, packed);
        return packed;
      }).catch((cause: unknown) => {
        console.error(describeError(cause));
        return NO_ROWS;
      });
      return toTable(profile, rows);
    },
    merge: async (profile, saves, now) => {
      const { merged, unknown } = await merge(profile, [...saves], [], now);
      const catalogueIds = await findTitles(db, unknown);
      const late = [...saves].filter(([id]) => catalogueIds.includes(id));
      const added = late.length > 0 ? await merge(profile, late, catalogueIds, now) : { merged: [] };
      return new Map([...merged, ...added.merged]);
    },
    setHidden: (profile, titleId, at) => ask(profile, DEADLINES.save, (stub) => stub.setHidden(profile, titleId, at)),
    forgetSeen: (profile, titleId) => ask(profile, DEADLINES.save, (stub) => stub.forgetSeen(profile, titleId)),
    list: async (profile) => {
      const rows = await ask(profile, DEADLINES.save, (stub) => stub.list(profile));
      return rows.map((stored) => ({ profile, ...stored }));
    },
    peek: (profile) => ask(profile, DEADLINES.call, (stub) => stub.peek()),
    erase: (profile) => ask(profile, DEADLINES.call, (stub) => stub.erase()),
  };
}

const NO_ROWS = '[]';

function toTable(profile: string, rows: string): SQL {
  return sql`(SELECT ${profile} AS profile, value ->> 0 AS title_id, value ->> 1 AS duration, value ->> 2 AS since,
    value ->> 3 AS seen, value ->> 4 AS points, value ->> 5 AS at, value ->> 6 AS last, value ->> 7 AS hidden_at,
    value ->> 8 AS version, value ->> 9 AS furthest, value ->> 10 AS watched, value ->> 11 AS measured_at FROM json_each(${rows})) AS progress`;
}

async function findTitles(db: Database, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const [rows = []] = await batch(db, [
    sql`SELECT id FROM titles WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
  ]);
  return rows.map(({ id }) => Number(id));
}
