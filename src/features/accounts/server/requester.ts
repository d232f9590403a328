import { and, asc, desc, eq, notInArray } from 'drizzle-orm';
import { KNOWN_DEVICES } from '../config.ts';
import { formatNetwork, parseNetworkAddress } from '../../../platform/http/address/network-address.ts';
import type { Database } from '../../../platform/db/client.ts';
import { loginDevices } from './schema.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { hashWithSecret } from '../../../platform/http/limits/rate-limit.ts';

export interface Requester {
  id: string; // The hash under which codes and devices are stored
  /** True if it comes from a random id that only this browser or client has. */
  isOwn: boolean;
}

type RequesterContext = Pick<RequestContext, 'address' | 'requester' | 'env' | 'userAgent'>;

/** Without cookie and `asker`, address and program identify a client. Others share them: it is not a known device. */
export async function identifyRequester(context: RequesterContext, givenId: string | undefined): Promise<Requester> {
  const ownId = context.requester ?? givenId ?? null;
  if (ownId !== null) return { id: await hashWithSecret(context.env, `asker-v1\n${ownId}`), isOwn: true };
  const address = parseNetworkAddress(context.address);
  const network = address === null ? '' : formatNetwork(address, address.version === 4 ? 32 : 64);
  const text = `asker-of-address-v1\n${network}\n${context.userAgent ?? ''}`;
  return { id: await hashWithSecret(context.env, text), isOwn: false };
}

export async function isKnownDevice(db: Database, mobile: string, { id, isOwn }: Requester): Promise<boolean> {
  if (!isOwn) return false;
  const rows = await db
    .select({ mobile: loginDevices.mobile })
    .from(loginDevices)
    .where(and(eq(loginDevices.mobile, mobile), eq(loginDevices.requester, id)));
  return rows.length > 0;
}

/** Statements for the login's batch; a mobile keeps its newest `KNOWN_DEVICES`. */
export function storeDevice(db: Database, mobile: string, { id, isOwn }: Requester, now: number) {
  if (!isOwn) return [];
  const ofMobile = eq(loginDevices.mobile, mobile);
  const newest = db
    .select({ requester: loginDevices.requester })
    .from(loginDevices)
    .where(ofMobile)
    .orderBy(desc(loginDevices.seenAt), asc(loginDevices.requester))
    .limit(KNOWN_DEVICES);
  return [
    db
      .insert(loginDevices)
      .values({ mobile, requester: id, seenAt: now })
      .onConflictDoUpdate({ target: [loginDevices.mobile, loginDevices.requester], set: { seenAt: now } }),
    db.delete(loginDevices).where(and(ofMobile, notInArray(loginDevices.requester, newest))),
  ];
}
