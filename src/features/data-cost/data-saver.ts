import { getCookie } from '../../platform/client/cookies.ts';
import { DATA_SAVER_COOKIE } from '../../platform/config/session.ts';

declare global {
  interface Navigator {
    /** The Network Information API: Chromium has it, TypeScript does not. `downlink` in megabits per second. */
    connection?: { saveData?: boolean; effectiveType?: string; downlink?: number };
  }
}

/** Whether the browser asks to save data, or the network is 2G or 3G. */
export function networkSavesData(): boolean {
  const { connection } = navigator;
  return connection?.saveData || /(^|-)[23]g$/.test(connection?.effectiveType ?? '');
}

/** Whether the account's setting, the browser or the network asks to save data. */
export function savesData(): boolean {
  return getCookie(DATA_SAVER_COOKIE) === '1' || networkSavesData();
}
