import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { answerRenewal as call } from '../contract.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { retryWrite } from '../../../platform/http/faults/d1-errors.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { requireUser } from '../../accounts/server/require-user.ts';
import { buildAnswer } from '../../direct-debit/server/renewal-questions.ts';

const answerRow = v.object({ answer: call.output.entries.data.entries.answer });

/** The first answer counts. Errors: `renewal_question_over` where nothing is asked, or the other answer was given. */
export const answerRenewal: Service<typeof call> = async (context, { answer }) => {
  const { db, now } = context;
  const { id } = requireUser(context);
  const { statements, key } = buildAnswer(id, answer, now);
  const results = await retryWrite(() =>
    batch(db, [
      ...statements,
      sql`SELECT answer FROM renewal_questions WHERE key = ${key} AND user_id = ${id} AND answer IS NOT NULL`,
    ]),
  );
  const stored = v.safeParse(answerRow, results.at(-1)?.[0]);
  return stored.success && stored.output.answer === answer ? ok({ data: { answer } }) : fail('renewal_question_over');
};
