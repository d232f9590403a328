import type { RequestContext } from '../../../platform/http/context.ts';
import type { ProgressBook } from './book.ts';
import { openObjectBook } from './object-book.ts';
import { openTableBook } from './table-book.ts';

/** By configuration: the account's object where the host binds `PROGRESS`, else the database's table. */
export function openProgress({ env, db }: Pick<RequestContext, 'db' | 'env'>): ProgressBook {
  return env.PROGRESS ? openObjectBook(env.PROGRESS, db) : openTableBook(db);
}
