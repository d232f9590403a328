import { getPolicy, type Call, type CallPolicy } from '../platform/http/calls/call.ts';
import { findRequestCall } from './calls.ts';

export type ReadNeeds = Pick<CallPolicy, 'session' | 'database'>;

export const STRICT: ReadNeeds = { session: 'current', database: 'primary' };

/** Chooses by the call's definition (decisions 112 and 113). A request of no call asks the primary database. */
export function chooseReadNeeds(request: Pick<Request, 'method' | 'url'>, token: string | null): ReadNeeds {
  const match = findRequestCall(request);
  if (!match) return STRICT;
  const { session, database } = getPolicy(match.call);
  if (database === 'primary') return { session, database };
  return token === null || session === 'none' ? { session: 'none', database } : STRICT;
}

export function isSameForGuests(call: Call): boolean {
  return ['guests', 'catalogue'].includes(getPolicy(call).answer);
}
