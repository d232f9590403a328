import { deleteSavedCache } from '../../platform/client/forget-saved.ts';
import { readRecord, writeRecord } from '../../platform/client/saved-records.ts';
import { advanceClock, decideLicence, setClock, type LicenceClock, type LicenceState } from './licence-clock.ts';
import { savedCache, type SavedTitle } from './saved-title.ts';

/** The right to a saved title. Without it, its files are noise: no page and no worker can read the key's bytes. */
export interface Licence {
  key: CryptoKey;
  /** Epoch seconds of the server's clock. */
  until: number;
  checkedAt: number;
}

const CLOCK = 'clock';
const IV_BYTES = 12;
const encoder = new TextEncoder();
type Title = Pick<SavedTitle, 'kind' | 'id'>;

export async function createLicence(title: Title, until: number): Promise<Licence> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const licence = { key, until, checkedAt: 0 };
  await writeRecord(savedCache(title), licence);
  return licence;
}

export async function confirmLicence(title: Title, until: number, serverNow: number): Promise<void> {
  const licence = await readLicence(title);
  if (!licence) return;
  await writeRecord(CLOCK, setClock(serverNow, Date.now() / 1000));
  await writeRecord(savedCache(title), { ...licence, until, checkedAt: serverNow });
}

export async function readLicence(title: Title): Promise<Licence | null> {
  const record = await readRecord(savedCache(title)).catch(() => null);
  return isRecord(record) && record['key'] instanceof CryptoKey ? (record as unknown as Licence) : null;
}

/** The licence and its state; null where there is none. Moves the clock, so that it cannot be set back afterwards. */
export async function checkLicence(title: Title): Promise<{ licence: Licence; state: LicenceState } | null> {
  const licence = await readLicence(title);
  if (!licence) return null;
  const deviceNow = Date.now() / 1000;
  const clock = await readClock(deviceNow);
  const state = decideLicence(licence, clock, deviceNow);
  const advanced = state === 'valid' ? advanceClock(clock, deviceNow) : null;
  if (advanced) await writeRecord(CLOCK, advanced);
  if (state === 'ended') await deleteSavedCache(savedCache(title));
  return { licence, state };
}

async function readClock(deviceNow: number): Promise<LicenceClock> {
  const record = await readRecord(CLOCK).catch(() => null);
  const { seen, skew } = isRecord(record) ? record : {};
  return typeof seen === 'number' && typeof skew === 'number' ? { seen, skew } : setClock(deviceNow, deviceNow);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The vector, then the cipher. A file that was moved to another path does not open. */
export async function sealFile({ key }: Licence, path: string, bytes: BufferSource): Promise<Blob> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const additionalData = encoder.encode(path);
  return new Blob([iv, await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, bytes)]);
}

export function openFile({ key }: Licence, path: string, sealed: ArrayBuffer): Promise<ArrayBuffer> {
  const iv = new Uint8Array(sealed, 0, IV_BYTES);
  const additionalData = encoder.encode(path);
  return crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, new Uint8Array(sealed, IV_BYTES));
}
