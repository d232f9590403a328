import { DurableObject } from 'cloudflare:workers';
import { AccountProgress } from '../../features/progress/server/account-progress.ts';
import type { ProgressStub } from '../../features/progress/server/object-store.ts';
import type { Progress } from '../../features/progress/progress.ts';
import type { Env } from '../../platform/config/env.ts';
import { isKidsProfile } from '../../features/progress/server/profile.ts';
import { KIDS_COOKIE_SECONDS, KIDS_TITLES_MAX } from '../../platform/http/session/kids.ts';

/** The Durable Object around one profile's progress (decision 119). */
export class ProgressObject extends DurableObject<Env> implements ProgressStub {
  private rules: AccountProgress | null = null;

  merge(profile: string, saves: [number, Progress][], catalogueIds: number[], now: number) {
    return this.use(profile, async (rules) => {
      const isKids = isKidsProfile(profile);
      const answer = this.ctx.storage.transactionSync(() => {
        const merge = rules.merge(saves, catalogueIds, now);
        if (isKids) rules.keepNewest(KIDS_TITLES_MAX);
        return merge;
      });
      if (isKids) await this.endLater();
      return answer;
    });
  }

  setHidden(profile: string, titleId: number, at: number) {
    return this.use(profile, (rules) => rules.setHidden(titleId, at));
  }

  forgetSeen(profile: string, titleId: number) {
    return this.use(profile, (rules) => rules.forgetSeen(titleId));
  }

  list(profile: string) {
    return this.use(profile, (rules) => rules.list());
  }

  pack(profile: string) {
    return this.use(profile, (rules) => rules.pack());
  }

  async peek() {
    const { sql } = this.ctx.storage;
    const isUsed = sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'imported'").toArray().length > 0;
    return isUsed && this.open().isImported() ? this.open().list() : null;
  }

  async erase(): Promise<void> {
    this.rules = null;
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  /** The cookie of a kids session ends a year after its last visit, and with it its progress. */
  override async alarm(): Promise<void> {
    const last = this.open().getLast();
    if (last * 1000 <= Date.now() - KIDS_COOKIE_SECONDS * 1000) await this.erase();
    else await this.endLater();
  }

  private async endLater(): Promise<void> {
    if ((await this.ctx.storage.getAlarm()) !== null) return;
    await this.ctx.storage.setAlarm(Date.now() + KIDS_COOKIE_SECONDS * 1000);
  }

  private open(): AccountProgress {
    const { sql } = this.ctx.storage;
    this.rules ??= new AccountProgress((query, ...values) => sql.exec(query, ...values).toArray());
    return this.rules;
  }

  /** The first use imports the rows of the database's table; it fails as a whole, and the next use tries again. */
  private async use<T>(profile: string, work: (rules: AccountProgress) => T | Promise<T>): Promise<T> {
    if (!this.open().isImported()) await this.importRows(profile);
    return work(this.open());
  }

  private importing: Promise<void> | null = null;

  private importRows(profile: string): Promise<void> {
    const read = async () => {
      const statement = this.env.DB.prepare('SELECT * FROM progress WHERE profile = ?').bind(profile);
      const { results } = await statement.all();
      const rules = this.open();
      this.ctx.storage.transactionSync(() => rules.import(results, Math.floor(Date.now() / 1000)));
    };
    this.importing ??= read().finally(() => (this.importing = null));
    return this.importing;
  }
}
