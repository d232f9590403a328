import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { giftCard, listGifts as listCall, type getGift as getCall } from '../contract.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { requireUser } from '../../accounts/server/require-user.ts';
import { formatGiftCode } from '../../payments/gift-code.ts';
import { cardState } from './card-state.ts';
import { recoverGiftCode } from '../../payments/server/gift-codes.ts';

const MAX_CARDS = 100;

const { cards, redeemed } = listCall.output.entries.data.entries;
const cardWithHash = v.object({ ...giftCard.entries, code_hash: v.string() });

/** Cards of payments that settled. */
const selectCards = (userId: number, columns: SQL, condition: SQL) => sql`SELECT c.id, c.tail, l.name_fa, l.name_en,
    l.days, p.settled_at AS bought_at, g.redeemed_at, ${cardState} AS state${columns}
  FROM payments p JOIN gift_cards c ON c.payment_id = p.id
    JOIN payment_lines l ON l.payment_id = c.payment_id AND l.line = c.line
    LEFT JOIN gift_redemptions g ON g.card_id = c.id
  WHERE p.user_id = ${userId} AND l.delivered = 1${condition}`;

export const listGifts: Service<typeof listCall> = async (context) => {
  const { db } = context;
  const { id, subscribedUntil } = requireUser(context);
  const [cardRows, giftRows] = await Promise.all([
    db.all(
      sql`${selectCards(id, sql``, sql``)} ORDER BY (g.card_id IS NULL) DESC, p.settled_at DESC, c.payment_id, c.line LIMIT ${MAX_CARDS}`,
    ),
    db.all(sql`SELECT g.card_id AS id, l.name_fa, l.name_en, l.days, g.redeemed_at FROM gift_redemptions g
      JOIN payment_lines l ON l.payment_id = g.payment_id AND l.line = 0
      WHERE g.user_id = ${id} ORDER BY g.redeemed_at DESC LIMIT ${MAX_CARDS}`),
  ]);
  return ok({
    data: { cards: v.parse(cards, cardRows), redeemed: v.parse(redeemed, giftRows), subscribed_until: subscribedUntil },
  });
};

export const getGift: Service<typeof getCall> = async (context, { id }) => {
  const { db, env } = context;
  const user = requireUser(context);
  const rows = await db.all(selectCards(user.id, sql`, c.code_hash`, sql` AND c.id = ${id}`));
  const [card] = v.parse(v.array(cardWithHash), rows);
  if (!card) return fail('gift_unknown');
  const { code_hash: hash, ...fields } = card;
  const code = card.state === 'waiting' ? await recoverGiftCode(env, card.id, hash) : null;
  return ok({ data: { ...fields, code: code && formatGiftCode(code) } });
};
