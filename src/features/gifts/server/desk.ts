import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { listGiftCards as listCall } from '../desk-contract.ts';
import { ok } from '../../../platform/outcome.ts';
import { foldCode } from '../../../platform/text/digits.ts';
import { NO_ACCOUNT } from '../../ledger/payment-kinds.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { cardState } from './card-state.ts';

const PER_PAGE = 50;

export const listGiftCards: OperatorService<typeof listCall> = async (
  { db },
  { state, tail = '', before },
  _operator,
  record,
) => {
  const [time, id] = (before ?? '').split('.');
  const end = foldCode(tail);
  const conditions = sql.join(
    [
      sql`l.delivered = 1`,
      ...(id === undefined ? [] : [sql`(c.created_at, c.id) < (${Number(time)}, ${id})`]),
      ...(end === '' ? [] : [sql`c.tail = ${end}`]),
      ...(state === undefined ? [] : [sql`${cardState} = ${state}`]),
    ],
    sql` AND `,
  );
  const rows = await db.all(sql`SELECT c.id, c.tail, l.name_fa, l.name_en, l.days, l.total AS toman,
      p.settled_at AS bought_at, nullif(p.user_id, ${NO_ACCOUNT}) AS buyer, c.payment_id, c.created_at, g.user_id AS redeemer, g.redeemed_at,
      ${cardState} AS state
    FROM gift_cards c JOIN payment_lines l ON l.payment_id = c.payment_id AND l.line = c.line
      JOIN payments p ON p.id = c.payment_id LEFT JOIN gift_redemptions g ON g.card_id = c.id
    WHERE ${conditions} ORDER BY c.created_at DESC, c.id DESC LIMIT ${PER_PAGE}`);
  const data = v.parse(listCall.output.entries.data, rows);
  record({ accounts: data.flatMap(({ buyer, redeemer }) => [buyer, redeemer]) });
  const last = data.length === PER_PAGE ? data.at(-1) : undefined;
  return ok({ data, next: last ? `${String(last.created_at)}.${last.id}` : null });
};
