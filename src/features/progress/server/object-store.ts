import { sql, type SQL } from 'drizzle-orm';
import { DEADLINES } from '../../../platform/config/deadlines.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import { withDeadline } from '../../../platform/http/deadline.ts';
import { describeError } from '../../../platform/http/describe-error.ts';
import type { Progress } from '../progress.ts';
import type { AccountMerge } from './account-progress.ts';
import type { ProgressStore } from './progress-store.ts';

export interface ProgressStub {
  merge: (profile: string, saves: [number, Progress][], catalogueIds: number[]) => Promise<AccountMerge>;
  setHidden: (profile: string, titleId: number, at: number) => Promise<void>;
  forgetSeen: (profile: string, titleId: number) => Promise<void>;
  list: (profile: string) => Promise<Record<string, unknown>[]>;
  pack: (profile: string) => Promise<string>;
  erase: () => Promise<void>;
}

/** One Durable Object for each profile. The catalogue stays in the database, which gets the rows with the statement. */
export function openObjectStore(namespace: DurableObjectNamespace, db: Database): ProgressStore {
  const open = (profile: string) => namespace.get(namespace.idFromName(profile)) as unknown as ProgressStub;
  const ask = <T>(work: Promise<T>) => withDeadline(work, DEADLINES.call, 'progress');
  return {
    table: async (profile) => {
      if (profile === '') return toTable(profile, NO_ROWS);
      // A cart that knows no place still plays; a save or an export must fail instead, and be tried again.
      const rows = await ask(open(profile).pack(profile)).catch((cause: unknown) => {
        console.error(`progress could not be read: ${describeError(cause)}`);
        return NO_ROWS;
      });
      return toTable(profile, rows);
    },
    merge: async (profile, saves) => {
      const stub = open(profile);
      const { merged, unknown } = await ask(stub.merge(profile, [...saves], []));
      const catalogueIds = await findTitles(db, unknown);
      const late = [...saves].filter(([id]) => catalogueIds.includes(id));
      const added = late.length > 0 ? await ask(stub.merge(profile, late, catalogueIds)) : { merged: [] };
      return new Map([...merged, ...added.merged]);
    },
    setHidden: (profile, titleId, at) => ask(open(profile).setHidden(profile, titleId, at)),
    forgetSeen: (profile, titleId) => ask(open(profile).forgetSeen(profile, titleId)),
    list: async (profile) => {
      const rows = await ask(open(profile).list(profile));
      return rows.map((row) => ({ profile, ...row }));
    },
    erase: (profile) => ask(open(profile).erase()),
  };
}

const NO_ROWS = '[]';

function toTable(profile: string, rows: string): SQL {
  return sql`(SELECT ${profile} AS profile, value ->> 0 AS title_id, value ->> 1 AS duration, value ->> 2 AS since,
    value ->> 3 AS seen, value ->> 4 AS points, value ->> 5 AS at, value ->> 6 AS last, value ->> 7 AS hidden_at,
    value ->> 8 AS version, value ->> 9 AS furthest FROM json_each(${rows})) AS progress`;
}

async function findTitles(db: Database, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const [rows = []] = await batch(db, [
    sql`SELECT id FROM titles WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
  ]);
  return rows.map(({ id }) => Number(id));
}
