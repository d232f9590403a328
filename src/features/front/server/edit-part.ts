import type { RequestContext } from '../../../platform/http/calls/context.ts';
import type { Change } from '../../staff/server/trail.ts';
import { writePart } from './part-changes.ts';

/** Of a part with a number. `rev`: of the part as the member saw it. */
export interface PartAct {
  id: number;
  rev: number;
  operator: string;
  record: (change: Change) => void;
  reason?: string;
}

interface Edit<T> {
  part: string;
  /** Of the part as it was read. */
  rev: number;
  before: T;
  change: Partial<T>;
  toText: (value: T) => string;
  operator: string;
  record: (change: Change) => void;
  reason?: string;
}

/** Writes some fields of a part, with its row of the trail; one that is so already stays so. False where it was changed after `rev`. */
export async function editPart<T extends object>(
  context: RequestContext,
  { part, rev, before, change, toText, operator, record, reason = '' }: Edit<T>,
): Promise<boolean> {
  const [text, after] = [toText(before), toText({ ...before, ...change })];
  if (text === after) return true;
  if (!(await writePart(context, { part, rev, before: text, after, operator }))) return false;
  const names = Object.keys(change) as (keyof T)[];
  record({
    before: Object.fromEntries(names.map((name) => [name, before[name]])),
    after: { ...change, ...(reason !== '' && { reason }) },
  });
  return true;
}
