import type { LaunchOptions } from '@playwright/test';
import { CHROMIUM_ARGS, systemChromium } from '../../scripts/lib/chromium.mjs';

/** Tests draw in software, in a process less: 3 to 6 % of the processor time of a run. Benchmarks measure without it. */
const ARGS = [...CHROMIUM_ARGS, '--in-process-gpu'];

/** How to launch Chromium here: the system's if there is one, else Playwright's own. */
export function launchOptions(): LaunchOptions {
  const executablePath = systemChromium();
  return { args: ARGS, ...(executablePath === undefined ? {} : { executablePath }) };
}
