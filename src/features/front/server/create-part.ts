import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import type { Change } from '../../staff/server/trail.ts';
import { FIRST_DESK_ID } from '../../titles/facts/title-ids.ts';
import { writePart } from './part-changes.ts';
import type { PartValue } from './part-value.ts';

/** Somebody else makes one at the same moment. */
const MAX_TRIES = 12;

/** Their pages share one address space. */
const TABLES = ['channels', 'magazines'] as const;

interface AddressedPart {
  table: (typeof TABLES)[number];
  toPart: (id: number) => string;
  readValue: (context: RequestContext, part: string) => Promise<PartValue | null>;
  facts: { slug: string };
  /** The text of the part that is made. */
  after: string;
  operator: string;
  record: (change: Change) => void;
}

const row = v.object({ same: v.nullable(v.number()), is_used: v.number(), id: v.number() });

/** Makes a part with an address; the same facts again are the same one. `front_key_used`, or `front_changed` where others are faster. */
export async function createPart(
  context: RequestContext,
  { table, toPart, readValue, facts, after, operator, record }: AddressedPart,
): Promise<Outcome<{ data: { id: number } }, 'front_key_used' | 'front_changed'>> {
  const { slug } = facts;
  const [mine, other] = [table, TABLES.find((name) => name !== table) ?? table].map((name) => sql.raw(name));
  const answer = (id: number) => {
    record({ subjects: [`front:${toPart(id)}`], after: { id, ...facts } });
    return ok({ data: { id } });
  };
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const [answers] = await context.db.all(sql`SELECT (SELECT id FROM ${mine} WHERE slug = ${slug}) AS same,
      EXISTS (SELECT 1 FROM ${other} WHERE slug = ${slug}) AS is_used,
      (SELECT max(${FIRST_DESK_ID}, coalesce(max(id), 0) + 1) FROM ${mine}) AS id`);
    const { same, is_used: isUsed, id } = v.parse(row, answers);
    if (same !== null && (await readValue(context, toPart(same)))?.text === after) return answer(same);
    if (same !== null || isUsed === 1) return fail('front_key_used', { fields: { slug: 'front_key_used' } });
    if (await writePart(context, { part: toPart(id), rev: 0, before: 'null', after, operator })) return answer(id);
  }
  return fail('front_changed');
}
