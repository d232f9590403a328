import type { RequestContext } from '../../../platform/http/calls/context.ts';
import type { ProgressStore } from './progress-store.ts';
import { openObjectStore } from './object-store.ts';
import { openTableStore } from './table-store.ts';

/** By configuration: the account's object where the host binds `PROGRESS`, else the database's table. */
export function openProgress({ env, db }: Pick<RequestContext, 'db' | 'env'>): ProgressStore {
  return env.PROGRESS ? openObjectStore(env.PROGRESS, db) : openTableStore(db);
}
