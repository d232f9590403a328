interface TimedLoad {
  name: string;
  /** Bytes; 0 for a load from the browser's cache or of another origin. */
  transferSize: number;
  /** Milliseconds. */
  duration: number;
}

const MEDIA = /\.(?:m4s|mp4|ts|aac)$/;
/** Loads that count: older ones describe another network. */
const NEWEST = 6;
/** Bytes; a smaller file measures the latency. */
const WORTH_MEASURING = 8_000;

export function listMediaLoads(loads: readonly TimedLoad[]): TimedLoad[] {
  return loads.filter(({ name }) => MEDIA.test(new URL(name).pathname)).slice(-NEWEST);
}

/** Bits per second of the newest media files; null where nothing could be measured. */
export function measureThroughput(loads: readonly TimedLoad[]): number | null {
  const measured = listMediaLoads(loads).filter(
    ({ transferSize, duration }) => transferSize >= WORTH_MEASURING && duration > 0,
  );
  const bytes = measured.reduce((sum, { transferSize }) => sum + transferSize, 0);
  const ms = measured.reduce((sum, { duration }) => sum + duration, 0);
  return ms > 0 ? (bytes * 8000) / ms : null;
}

export function getBufferAhead(ranges: readonly (readonly [from: number, to: number])[], at: number): number {
  const range = ranges.find(([from, to]) => at >= from - 0.1 && at <= to);
  return range ? Math.max(0, range[1] - at) : 0;
}
