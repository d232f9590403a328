import { asc, eq, sql, type SQL } from 'drizzle-orm';
import type { Cart } from '../../../contract/cart.ts';
import type { AccessKind } from '../../../domain/kinds.ts';
import type { Database } from '../../db/client.ts';
import { downloads } from '../../db/money-schema.ts';

interface Facts {
  toman: number;
  access: AccessKind;
  owned: boolean;
  subscribed: boolean;
}

/** What a download costs a viewer, in toman before VAT: nothing once bought, nor with a subscription that covers it. */
export function downloadPrice({ toman, access, owned, subscribed }: Facts): number {
  return owned || access === 'free' || (access === 'subscription' && subscribed) ? 0 : toman;
}

/** Whether a user owns the row's download at `now`. */
export function ownsDownload(userId: SQL, now: number) {
  return sql<boolean>`EXISTS (SELECT 1 FROM purchases o WHERE o.user_id = ${userId} AND o.kind = 'download'
    AND o.item_id = downloads.id AND (o.ends_at IS NULL OR o.ends_at > ${now}))`.mapWith(Boolean);
}

/** The qualities of a title that can be downloaded, smallest first, each with its price for this viewer. */
export async function downloadOffers(
  db: Database,
  title: { id: number; name: string; access: AccessKind },
  viewer: { id: number; subscribed: boolean; now: number },
): Promise<Cart['downloads']> {
  const rows = await db
    .select({
      id: downloads.id,
      quality: downloads.quality,
      size: downloads.bytes,
      toman: downloads.toman,
      owned: ownsDownload(sql`${viewer.id}`, viewer.now),
    })
    .from(downloads)
    .where(eq(downloads.titleId, title.id))
    .orderBy(asc(downloads.bytes));
  return rows.map(({ toman, owned, ...row }) => ({
    ...row,
    name: title.name,
    amount: downloadPrice({ toman, owned, access: title.access, subscribed: viewer.subscribed }),
  }));
}
