import type { LaunchOptions } from '@playwright/test';
import { CHROMIUM_ARGS, systemChromium } from '../../scripts/lib/chromium.mjs';

/** How to launch Chromium here: the system's if there is one, else Playwright's own. */
export function launchOptions(): LaunchOptions {
  const executablePath = systemChromium();
  return { args: CHROMIUM_ARGS, ...(executablePath === undefined ? {} : { executablePath }) };
}
