import { RETRY_AFTER_SECONDS } from '../../../platform/config/deadlines.ts';

const PAUSE_MS = RETRY_AFTER_SECONDS * 1000;
/** As many profiles that hang, with no answer in between, are an outage of all. */
const OUTAGE_PROFILES = 3;
const PROFILES_MAX = 1000;

/** After a read that hung, its profile's reads pause; in an outage all do. Then one of them tries, and the rest pause. */
export class ReadPause {
  readonly #until = new Map<string, number>();
  #failedProfiles = 0;
  #allUntil = 0;

  takeTurn(profile: string): boolean {
    const now = performance.now();
    const isOutage = this.#failedProfiles >= OUTAGE_PROFILES;
    const until = this.#until.get(profile);
    if ((isOutage && now < this.#allUntil) || now < (until ?? 0)) return false;
    if (isOutage) this.#allUntil = now + PAUSE_MS;
    if (until !== undefined) this.#until.set(profile, now + PAUSE_MS);
    return true;
  }

  noteHang(profile: string): void {
    if (!this.#until.has(profile)) this.#failedProfiles += 1;
    const [oldest] = this.#until.keys();
    if (oldest !== undefined && this.#until.size >= PROFILES_MAX) this.#until.delete(oldest);
    this.#allUntil = performance.now() + PAUSE_MS;
    this.#until.set(profile, this.#allUntil);
  }

  noteAnswer(profile: string): void {
    this.#until.delete(profile);
    this.#failedProfiles = 0;
  }
}
