/** Keys of purchases whose result the visitor has not seen (decision 122), as the text of a cookie: pages write it, and
 * islands do. An entry: `<account>-<purchase>.<key>.<payment, once it is known>`. */
export const PURCHASES_COOKIE = '__Host-purchases';
export const PURCHASES_SECONDS = 24 * 60 * 60;
const ENTRIES_MAX = 6;
const ENTRY = /^([\w-]{3,40})\.([\w-]{16,64})\.([\w-]{0,64})$/;

export interface PurchaseSubject {
  account: number;
  purpose: string;
  items: readonly number[]; // or the toman of a charge
}

interface Entry {
  name: string;
  key: string;
  payment: string;
}

export function findKey(cookie: string, subject: PurchaseSubject): string | undefined {
  const name = toName(subject);
  return parse(cookie).find((entry) => entry.name === name)?.key;
}

/** True if one more key would push another out. */
export function isFull(cookie: string): boolean {
  return parse(cookie).length >= ENTRIES_MAX;
}

export function addKey(cookie: string, subject: PurchaseSubject, key: string): string {
  const name = toName(subject);
  const others = parse(cookie).filter((entry) => entry.name !== name);
  return format([...others, { name, key, payment: '' }].slice(-ENTRIES_MAX));
}

export function setPayment(cookie: string, key: string, payment: string): string {
  return format(parse(cookie).map((entry) => (entry.key === key ? { ...entry, payment } : entry)));
}

export function dropEntry(cookie: string, keyOrPayment: string): string {
  return format(parse(cookie).filter(({ key, payment }) => key !== keyOrPayment && payment !== keyOrPayment));
}

export function createKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** FNV-1a keeps a basket of any size short. Two baskets of one name are one key, which the server refuses. */
function toName({ account, purpose, items }: PurchaseSubject): string {
  const text = [...new Set(items)].sort((a, b) => a - b).join();
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return `${String(account)}-${purpose}-${items.length === 1 ? text : `x${(hash >>> 0).toString(36)}`}`;
}

function parse(cookie: string): Entry[] {
  return cookie.split('~').flatMap((text) => {
    const [, name, key, payment] = ENTRY.exec(text) ?? [];
    return name !== undefined && key !== undefined && payment !== undefined ? [{ name, key, payment }] : [];
  });
}

function format(entries: readonly Entry[]): string {
  return entries.map(({ name, key, payment }) => `${name}.${key}.${payment}`).join('~');
}
