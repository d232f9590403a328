import type { LaunchOptions } from '@playwright/test';
import { BEGINS_BY_ITSELF, CHROMIUM_ARGS, systemChromium } from '../../scripts/lib/chromium.mjs';

/**
 * How to launch Chromium here: the system's if there is one, else Playwright's own. `begins` is whether a film may begin
 * where nobody has pressed anything.
 */
export function launchOptions({ begins = true } = {}): LaunchOptions {
  const executablePath = systemChromium();
  const args = begins ? [...CHROMIUM_ARGS, BEGINS_BY_ITSELF] : CHROMIUM_ARGS;
  return { args, ...(executablePath === undefined ? {} : { executablePath }) };
}
