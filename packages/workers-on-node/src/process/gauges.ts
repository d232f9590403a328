import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 10;
const NS_PER_SECOND = 1e9;
const DESCRIPTORS = '/proc/self/fd';

/** Reads the process' gauges for `/metrics`. The delays of the event loop are those since the last reading, in seconds. */
export function watchProcess(): () => Record<string, number> {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  return () => {
    const { rss, heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage();
    // A histogram without a sample says NaN.
    const toSeconds = (nanoseconds: number) => (Number.isFinite(nanoseconds) ? nanoseconds / NS_PER_SECOND : 0);
    const gauges = {
      event_loop_delay_seconds_p50: toSeconds(delay.percentile(50)),
      event_loop_delay_seconds_p99: toSeconds(delay.percentile(99)),
      event_loop_delay_seconds_max: delay.count === 0 ? 0 : toSeconds(delay.max),
      resident_bytes: rss,
      heap_used_bytes: heapUsed,
      heap_total_bytes: heapTotal,
      external_bytes: external,
      array_buffers_bytes: arrayBuffers,
      open_descriptors: countDescriptors(),
      uptime_seconds: process.uptime(),
    };
    delay.reset();
    return gauges;
  };
}

function countDescriptors(): number {
  try {
    return readdirSync(DESCRIPTORS).length;
  } catch {
    return 0; // Not Linux
  }
}
