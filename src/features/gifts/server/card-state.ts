import { sql } from 'drizzle-orm';

/** Of the card `c` with its redemption `g`. */
export const cardState = sql`CASE WHEN g.card_id IS NOT NULL THEN 'redeemed'
  WHEN EXISTS (SELECT 1 FROM refund_lines x WHERE x.payment_id = c.payment_id AND x.line = c.line AND x.undone = 0) THEN 'returned'
  ELSE 'waiting' END`;
