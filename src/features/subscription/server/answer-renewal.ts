import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { answerRenewal as call } from '../contract.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { retryWrite } from '../../../platform/http/faults/d1-errors.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { formatNumberIn } from '../../../platform/text/format-in.ts';
import { requireUser } from '../../accounts/server/require-user.ts';
import { buildRenewalOrder } from '../../direct-debit/server/renewal-plan.ts';
import { buildAnswer } from '../../direct-debit/server/renewal-questions.ts';
import { sumLines } from '../../payments/pricing.ts';

const answerRow = v.object({ answer: v.nullable(call.output.entries.data.entries.answer) });

/** The first answer counts. Errors: `renewal_question_over` where nothing is asked, or the other answer was given;
 * `renewal_price_changed` with the new sum where it is above the one that was shown. */
export const answerRenewal: Service<typeof call> = async (context, { answer, max_total: limit }) => {
  const { db, now, locale } = context;
  const { id } = requireUser(context);
  if (answer === 'yes' && limit === undefined) return fail('invalid_input', { fields: { max_total: 'invalid_input' } });
  const maxTotal = answer === 'yes' ? (limit ?? null) : null;
  const { statements, key } = buildAnswer(id, { answer, maxTotal }, now);
  const select = sql`SELECT answer FROM renewal_questions WHERE key = ${key} AND user_id = ${id}`;
  const [question] = await db.all(select);
  const isOpen = v.is(answerRow, question) && question.answer === null;
  if (isOpen && maxTotal !== null) {
    const order = await buildRenewalOrder(db, id, now);
    const total = order === null ? 0 : sumLines(order.lines).total;
    if (total > maxTotal) return fail('renewal_price_changed', { values: { amount: formatNumberIn(locale, total) } });
  }
  const results = await retryWrite(() => batch(db, [...statements, select]));
  const stored = v.safeParse(answerRow, results.at(-1)?.[0]);
  return stored.success && stored.output.answer === answer ? ok({ data: { answer } }) : fail('renewal_question_over');
};
