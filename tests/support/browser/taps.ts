import type { Locator } from '@playwright/test';

/** Counts the presses of a journey; what a journey needs besides, a test does in another way. */
export class Taps {
  count = 0;

  async on(control: Locator): Promise<void> {
    await control.click();
    this.count += 1;
  }
}
