/** ISO/IEC 13818-1: packets of a transport stream, and the time stamp of a packetised elementary stream. */
const PACKET_BYTES = 188;
const SYNC = 0x47;
const TICKS_PER_SECOND = 90_000;
const START_CODE = 1;

/** Seconds on the clock of a transport stream at its first picture or sound; null for anything else. */
export function readTransportClock(bytes: ArrayBuffer): number | null {
  const view = new DataView(bytes);
  for (let packet = 0; packet + PACKET_BYTES <= view.byteLength; packet += PACKET_BYTES) {
    if (view.getUint8(packet) !== SYNC) return null;
    const begins = (view.getUint8(packet + 1) & 0x40) !== 0;
    const control = view.getUint8(packet + 3);
    const at = packet + 4 + ((control & 0x20) === 0 ? 0 : 1 + view.getUint8(packet + 4));
    const hasHead = begins && (control & 0x10) !== 0 && at + 14 <= packet + PACKET_BYTES;
    if (!hasHead || view.getUint32(at) >>> 8 !== START_CODE || (view.getUint8(at + 7) & 0x80) === 0) continue;
    const ticks =
      ((view.getUint8(at + 9) >> 1) & 7) * 2 ** 30 + readHalf(view, at + 10) * 2 ** 15 + readHalf(view, at + 12);
    return ticks / TICKS_PER_SECOND;
  }
  return null;
}

const readHalf = (view: DataView, at: number) => view.getUint16(at) >> 1;
