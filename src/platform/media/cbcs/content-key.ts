import { derive } from '../segment-keys.ts';
import { viewBytes } from './boxes.ts';
import type { ContentKey } from './protect-init.ts';

export interface ContentScope {
  folder: string;
  hour: number;
}

const BYTES = 16;
const HOUR_BYTES = 4;

/** One key for all renditions of a title and hour: a licence opens them together. The identifier begins with the hour. */
export async function deriveContentKey(secret: string, { folder, hour }: ContentScope): Promise<ContentKey> {
  const read = (label: string, length: number) => derive(secret, [label, folder, String(hour)], length);
  const [key, iv, name] = await Promise.all([
    read('cbcs-key-v1', BYTES),
    read('cbcs-iv-v1', BYTES),
    read('cbcs-id-v1', BYTES - HOUR_BYTES),
  ]);
  const id = new Uint8Array(BYTES);
  viewBytes(id).setUint32(0, hour);
  id.set(name, HOUR_BYTES);
  return { id, key, iv };
}

export function readKeyHour(id: Uint8Array): number {
  return viewBytes(id).getUint32(0);
}
