import { parseHex } from '../bytes-as-text.ts';
import type { KeySystem } from '@pardeh/hls/key-systems';
import { createBox, toBytes32, writeBoxes } from './boxes.ts';

const COMMON = '1077efecc0b24d02ace33c1e52e2fb4b';
const WIDEVINE = 'edef8ba979d64acea3c827dcd51d21ed';
/** Fields 2 and 9 of WidevinePsshData: the key's identifier and the scheme, `cbcs` as a number. */
const KEY_ID_FIELD = [0x12, 0x10];
const SCHEME_FIELD = [0x48, 0xe3, 0xdc, 0x95, 0x9b, 0x06];

export function buildSystemBox(system: KeySystem, keyId: Uint8Array): Uint8Array<ArrayBuffer> | null {
  if (system === 'fairplay') return null; // It reads `sinf`
  return system === 'clearkey' ? buildCommonBox(keyId) : buildWidevineBox(keyId);
}

/** The box of W3C's "cenc" initialisation data, which ClearKey reads. */
function buildCommonBox(keyId: Uint8Array): Uint8Array<ArrayBuffer> {
  return writeBoxes([createBox('pssh', [1, 0, 0, 0], parseHex(COMMON), toBytes32(1), keyId, toBytes32(0))]);
}

function buildWidevineBox(keyId: Uint8Array): Uint8Array<ArrayBuffer> {
  const fields = [...KEY_ID_FIELD, ...keyId, ...SCHEME_FIELD];
  return writeBoxes([createBox('pssh', toBytes32(0), parseHex(WIDEVINE), toBytes32(fields.length), fields)]);
}
