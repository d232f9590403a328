import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { redeemGift as call } from '../contract.ts';
import { NO_REFERRER } from '../../../platform/config/constants.ts';
import type { Database } from '../../../platform/db/client.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { isRefusedBy } from '../../../platform/http/faults/d1-errors.ts';
import { returnBudget, takeBudget } from '../../../platform/http/limits/rate-limit.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { requireUser } from '../../accounts/server/require-user.ts';
import { GIFT_CARDS } from '../../ledger/ledger.ts';
import { createPayment } from '../../payments/server/create.ts';
import { PLAIN_LINE, type Order } from '../../payments/server/order.ts';
import { readGiftCode } from '../../payments/gift-code.ts';
import { hashGiftCode } from '../../payments/server/gift-codes.ts';

const cardRow = v.object({
  id: v.string(),
  item_id: v.number(),
  name_fa: v.string(),
  name_en: v.string(),
  days: v.number(),
});
type CardRow = v.InferOutput<typeof cardRow>;

/** A payment without a price delivers the days, so that they are given, counted and taken back like bought ones. Only
 * codes that gave nothing cost a guess. Fails with `gift_invalid` and `too_many_requests`. */
export const redeemGift: Service<typeof call> = async (context, { code: text }) => {
  const { db, now } = context;
  const { id: userId } = requireUser(context);
  const budget = await takeBudget(context, [{ limit: 'gift', subject: `user:${String(userId)}` }]);
  if (!budget.ok) {
    const { retryAfter = 1 } = budget;
    return fail('too_many_requests', { fields: { code: 'too_many_requests' }, retryAfter });
  }
  const code = readGiftCode(text);
  const card = code === null ? undefined : await findCard(db, await hashGiftCode(code), userId);
  const isNew = card && (await deliver(db, card, userId, now));
  if (!card || isNew === null || isNew === undefined) return fail('gift_invalid', { fields: { code: 'gift_invalid' } });
  await returnBudget(context, budget.value);
  const [state] = await db.all<{ until: number; at: number }>(sql`SELECT g.redeemed_at AS at,
    (SELECT subscribed_until FROM users WHERE id = g.user_id) AS until FROM gift_redemptions g WHERE g.card_id = ${card.id}`);
  const { id, name_fa, name_en, days } = card;
  return ok({
    data: {
      ...{ id, name_fa, name_en, days, redeemed_at: state?.at ?? now },
      ...{ subscribed_until: state?.until ?? 0, is_repeat: !isNew },
    },
  });
};

/** The member who made a batch has read its codes: own days are given by another (`own_account`). */
const isMadeBy = (userId: number) => sql`EXISTS (SELECT 1 FROM gift_batches b JOIN staff m ON m.user_id = ${userId}
  WHERE b.payment_id = c.payment_id AND (b.maker = 'person:' || m.name
    OR b.maker IN (SELECT 'key:' || k.name FROM staff_keys k WHERE k.added_by = 'person:' || m.name)))`;

async function findCard(db: Database, hash: string, userId: number): Promise<CardRow | undefined> {
  const rows = await db.all(sql`SELECT c.id, l.item_id, l.name_fa, l.name_en, l.days FROM gift_cards c
    JOIN payment_lines l ON l.payment_id = c.payment_id AND l.line = c.line WHERE c.code_hash = ${hash}
      AND NOT ${isMadeBy(userId)}`);
  return v.parse(v.array(cardRow), rows)[0];
}

/** False: the same user has redeemed it before. Null: it is not to be redeemed by this user. */
async function deliver(db: Database, card: CardRow, userId: number, now: number): Promise<boolean | null> {
  const order: Order = {
    purpose: 'plan',
    lines: [
      {
        ...PLAIN_LINE,
        ...{ kind: 'plan', itemId: card.item_id, days: card.days },
        ...{ nameFa: `${card.name_fa} (کارت هدیه)`, nameEn: `${card.name_en} (gift card)` },
        ...{ listPrice: 0, discount: 0, vat: 0, total: 0 },
      },
    ],
    statements: (paymentId) => buildRedemption(card.id, paymentId, now),
  };
  const plain = { discountCode: null, ref: NO_REFERRER, returnPath: null, content: null } as const;
  try {
    const created = await createPayment(db, {
      ...plain,
      ...{ userId, order, method: 'wallet', token: `gift:${card.id}`, now },
    });
    return created?.isNew ?? null;
  } catch (error) {
    // Another account's payment has the token, or the card was given back or not paid for.
    if (isRefusedBy(error, 'payments.token') || isRefusedBy(error, 'gift_not_valid')) return null;
    throw error;
  }
}

function buildRedemption(cardId: string, paymentId: string, now: number) {
  return [
    sql`INSERT INTO gift_redemptions (card_id, user_id, payment_id, redeemed_at)
      SELECT ${cardId}, p.user_id, p.id, ${now} FROM payments p
      WHERE p.id = ${paymentId} AND NOT EXISTS (SELECT 1 FROM gift_redemptions WHERE payment_id = p.id)`,
    sql`INSERT INTO ledger_entries (key, event, account, amount, payment_id, created_at)
      SELECT 'redeem:' || c.id || ':' || leg.value, 'redeem:' || c.id,
        CASE leg.value WHEN 'card' THEN ${GIFT_CARDS} ELSE 'sales:plan' END,
        CASE leg.value WHEN 'card' THEN l.vat - l.total ELSE l.total - l.vat END, c.payment_id, g.redeemed_at
      FROM gift_redemptions g JOIN gift_cards c ON c.id = g.card_id
        JOIN payment_lines l ON l.payment_id = c.payment_id AND l.line = c.line, json_each('["card","sales"]') leg
      WHERE g.payment_id = ${paymentId} AND l.total > l.vat
        AND NOT EXISTS (SELECT 1 FROM ledger_entries e WHERE e.key = 'redeem:' || c.id || ':' || leg.value)`,
  ];
}
