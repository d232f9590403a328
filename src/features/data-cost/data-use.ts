/** What a video of each height commonly takes, in kilobits per second of picture and sound together. */
const KBPS_OF_HEIGHT: readonly (readonly [height: number, kbps: number])[] = [
  [240, 400],
  [360, 800],
  [480, 1200],
  [720, 2500],
  [1080, 5000],
];

/** Megabytes (of a million bytes) that an hour of each height takes, lowest first; for telling people beforehand. */
export const DATA_USE = KBPS_OF_HEIGHT.map(([height, kbps]) => ({ height, megabytes: (kbps * 3600) / 8 / 1000 }));
