import { DATA_SAVER_COOKIE } from '../../platform/config/session.ts';

declare global {
  interface Navigator {
    /** The Network Information API: Chromium has it, TypeScript does not. `downlink` in megabits per second. */
    connection?: { saveData?: boolean; effectiveType?: string; downlink?: number };
  }
}

/** True if the account's setting (by its cookie), the browser or a 2G or 3G network asks to save data. */
export function savesData(setting = document.cookie.includes(`${DATA_SAVER_COOKIE}=1`)): boolean {
  const { connection } = navigator;
  return setting || connection?.saveData || /(^|-)[23]g$/.test(`${connection?.effectiveType}`);
}
