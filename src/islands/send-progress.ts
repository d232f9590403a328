import { PROGRESS_EVENT } from '../config/events.ts';
import { sendProgress as send } from '../stores/progress.ts';

/** Sends what waits, and says so: the first page then shows it. */
export async function sendProgress(): Promise<void> {
  await send();
  document.dispatchEvent(new Event(PROGRESS_EVENT));
}
