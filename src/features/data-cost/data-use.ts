/** Usual kbit/s by height, with sound. */
const KBPS_OF_HEIGHT: readonly (readonly [height: number, kbps: number])[] = [
  [240, 400],
  [360, 800],
  [480, 1200],
  [720, 2500],
  [1080, 5000],
];

/** Megabytes (10^6 bytes) per hour, lowest first. */
export const DATA_USE = KBPS_OF_HEIGHT.map(([height, kbps]) => ({ height, megabytes: (kbps * 3600) / 8 / 1000 }));
