import { sql, type SQL } from 'drizzle-orm';
import { openDatabase } from '../../platform/db/client.ts';
import { describeError } from '../../platform/http/faults/describe-error.ts';
import { sha256 } from '../../platform/http/hash.ts';
import { refuse, Refusal, type ProviderContext } from './context.ts';

const RETRY_MS = 10 * 60_000; // For so long a purchase is never sent again, confirmed or not
const MAX_AGE_MS = 30 * 24 * 60 * 60_000;

interface Purchase {
  item: string;
  /** Toman of the wallet or days of the subscription: what a purchase changes. Throws where the provider does not say. */
  measure: () => Promise<number>;
  /** Whether the measure shows that an earlier press took nothing, so that a later one may buy again. */
  isUntouched: (now: number, before: number) => boolean;
  /** Sends the purchase. True where the answer confirms it, false where it does not say. */
  send: (before: number) => Promise<boolean>;
  /** Asks whether the buyer has the item, `before` being the measure of then. */
  isDone: (before: number) => Promise<boolean>;
}

/** `open`: sent, now or by an earlier press, and not confirmed. */
type SendState = { state: 'done' } | { state: 'open'; before: number };

/** Sends a purchase unless an earlier one of the same session is recent, or has no known end: that one is looked up. A refusal of the
 * provider is thrown and ends the purchase; a lost answer does not. Throws `unavailable` before anything is sent. */
export async function sendOnce(context: ProviderContext, purchase: Purchase): Promise<SendState> {
  const { item, measure, isUntouched, send, isDone } = purchase;
  const before = await measure();
  const earlier = await claim(context, item, before);
  if (earlier !== null) {
    const isRecent = Date.now() - earlier.sentAt <= RETRY_MS;
    const wasDone = earlier.done === 1;
    if (wasDone && isRecent) return { state: 'done' };
    if (!wasDone && (await isDone(earlier.before))) return end(context, item);
    const mayRepeat = !isRecent && (wasDone || isUntouched(before, earlier.before));
    const isOurs = mayRepeat && (await renew(context, item, before, earlier.sentAt));
    if (!isOurs) return { state: 'open', before: earlier.before };
  }
  const isConfirmed = await send(before).catch(async (cause: unknown) => {
    if (!(cause instanceof Refusal)) throw cause;
    if (!isVerdict(cause)) return false;
    await release(context, item);
    throw cause;
  });
  const isOver = isConfirmed || (await isDone(before).catch(() => false));
  return isOver ? end(context, item) : { state: 'open', before };
}

/** A 408 and a 5xx do not say what became of the purchase. */
function isVerdict({ response: { status } }: Refusal): boolean {
  return status < 500 && status !== 408;
}

/** The row stays: a cart may lag behind the purchase. */
export async function end(context: ProviderContext, item: string): Promise<SendState> {
  const account = await hashSession(context);
  await write(context, sql`UPDATE provider_purchases SET done = 1 WHERE account = ${account} AND item = ${item}`);
  return { state: 'done' };
}

/** Nothing was sold, so another press may send it at once. */
export async function release(context: ProviderContext, item: string): Promise<void> {
  const account = await hashSession(context);
  await write(context, sql`DELETE FROM provider_purchases WHERE account = ${account} AND item = ${item}`);
}

/** A row that stays as it is makes the next press look the purchase up; its own answer is known. */
async function write({ env }: ProviderContext, statement: SQL): Promise<void> {
  try {
    await openDatabase(env.DB).run(statement);
  } catch (cause) {
    console.error(`end of a provider's purchase: ${describeError(cause)}`);
  }
}

interface Earlier {
  before: number;
  sentAt: number;
  done: number;
}

/** Null where the purchase is ours to send now, else what an earlier press left. */
async function claim(context: ProviderContext, item: string, before: number): Promise<Earlier | null> {
  const [account, now] = [await hashSession(context), Date.now()];
  try {
    const db = openDatabase(context.env.DB);
    await db.run(sql`DELETE FROM provider_purchases WHERE sent_at < ${now - MAX_AGE_MS}`);
    const added = await db.all(sql`INSERT INTO provider_purchases (account, item, before, sent_at)
      VALUES (${account}, ${item}, ${before}, ${now}) ON CONFLICT DO NOTHING RETURNING item`);
    if (added.length > 0) return null;
    const [row] = await db.all<Earlier>(sql`SELECT before, sent_at AS sentAt, done
      FROM provider_purchases WHERE account = ${account} AND item = ${item}`);
    return row ?? refuse('payment_in_progress');
  } catch (cause) {
    if (cause instanceof Refusal) throw cause;
    console.error(`claim of a provider's purchase: ${describeError(cause)}`);
    return refuse('unavailable');
  }
}

async function renew(context: ProviderContext, item: string, before: number, sentAt: number): Promise<boolean> {
  const account = await hashSession(context);
  const rows = await openDatabase(context.env.DB).all(sql`UPDATE provider_purchases SET before = ${before},
    sent_at = ${Date.now()}, done = 0 WHERE account = ${account} AND item = ${item} AND sent_at = ${sentAt} RETURNING item`);
  return rows.length > 0;
}

export function getToken({ request }: Pick<ProviderContext, 'request'>): string {
  return request.headers.get('authorization') ?? refuse('unauthenticated');
}

function hashSession(context: ProviderContext): Promise<string> {
  return sha256(getToken(context));
}
