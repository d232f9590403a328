import { NODE_BUILD } from './build.ts';

/** The Node host's program before its own arguments, as deploy/pardeh.service starts it. V8's own limit lets the young
 * generation hold 200 MB of garbage, and glibc's arenas as much freed memory; with a limit below 2 GiB the old generation
 * grows to twice what lives, else to four times (docs/benchmarks.md, "Memory"). */
export const HOST_PROGRAM = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=8',
  '--max-old-space-size=2000',
  `${NODE_BUILD}/server/host.mjs`,
] as const;
export const HOST_ENV = { MALLOC_ARENA_MAX: '2' } as const;
