import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { undoFrontChange as call } from '../contract.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { readChannelValue } from './channels.ts';
import { readHeroValue } from './hero.ts';
import { readIssueValue } from './issues.ts';
import { readListValue, readOrderValue } from './lists.ts';
import { readMagazineValue } from './magazines.ts';
import { checkTakingBack, readScreeningValue } from './screenings.ts';
import { writePart } from './part-changes.ts';
import { readWeekValue } from './weeks.ts';
import type { PartValue } from './part-value.ts';

const changeRow = v.object({
  part: v.string(),
  before: v.string(),
  after: v.string(),
  undoes: v.nullable(v.number()),
  is_undone: v.number(),
  /** Of the part's newest change. */
  rev: v.number(),
});

function readPart(context: RequestContext, part: string): Promise<PartValue | null> {
  if (part === 'hero') return readHeroValue(context);
  if (part.startsWith('channel:')) return readChannelValue(context, part);
  if (part.startsWith('week:')) return readWeekValue(context, part);
  if (part.startsWith('screening:')) return readScreeningValue(context, part);
  if (part.startsWith('magazine:')) return readMagazineValue(context, part);
  if (part.startsWith('issue:')) return readIssueValue(context, part);
  return part === 'lists' ? readOrderValue(context) : readListValue(context, part);
}

/** A list that the desk made has nothing before its first change: it is ended or taken from home instead. */
export const undoFrontChange: OperatorService<typeof call> = async (context, { change }, operator, record) => {
  const [row] = await context.db.all(sql`SELECT part, before, after, undoes,
      EXISTS (SELECT 1 FROM front_changes u WHERE u.undoes = c.id) AS is_undone,
      (SELECT max(rev) FROM front_changes n WHERE n.part = c.part) AS rev
    FROM front_changes c WHERE id = ${change}`);
  if (row === undefined) return fail('front_change_unknown');
  const { part, before, after, undoes, is_undone: isUndone, rev } = v.parse(changeRow, row);
  if (isUndone === 1) return fail('undo_done');
  if (undoes !== null || before === 'null') return fail('front_change_stays');
  const present = await readPart(context, part);
  if (present?.text !== after) return fail('front_change_over');
  const checked = part.startsWith('screening:') ? await checkTakingBack(context, part, before) : ok(sql`1`);
  if (!checked.ok) return checked;
  const write = { part, rev, before: after, after: before, operator, undoes: change, condition: checked.value };
  if (!(await writePart(context, write))) return fail('front_changed');
  record({ subjects: [`front:${part}`], before: JSON.parse(after) as unknown, after: JSON.parse(before) as unknown });
  return ok({ data: { part } });
};
