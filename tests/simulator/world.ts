import type { DatabaseSync } from 'node:sqlite';
import type { Env } from '../../src/platform/config/env.ts';
import { createApp } from '../../src/app/api.ts';
import { setOutside } from '@pardeh/money-simulator/globals';
import { MERCHANT } from '@pardeh/money-simulator/banks/zarinpal';
import { TERMINAL } from '@pardeh/money-simulator/banks/saman';
import { BUSINESS, VANDAR_TOKEN } from '@pardeh/money-simulator/banks/vandar';
import { ZIBAL_MERCHANT } from '@pardeh/money-simulator/banks/zibal';
import { Network, type Weather } from '@pardeh/money-simulator/network';
import { Outages } from './outages.ts';
import { query } from './query.ts';
import { Random, deriveSeed } from '@pardeh/money-simulator/random';
import { Scheduler } from '@pardeh/money-simulator/scheduler';
import { DAY, START, USERS } from './shop.ts';
import { openSqliteD1 } from '@pardeh/workers-on-node/database/d1';
import type { Rehearsal } from './previews.ts';
import type { ShopHistory, ShopStep } from './steps.ts';
import { turnD1 } from '@pardeh/money-simulator/d1';

export const SIGNING_KEY = 'a-key-of-the-simulator';
export const ORIGIN = 'https://pardeh.test';
export const OPERATOR_TOKEN = 'the-secret-of-an-operator-who-is-simulated';
export const OTHER_TOKEN = 'the-secret-of-another-one-who-is-simulated';

/** A bank's page that a visitor has been sent to. */
export interface Page {
  url: string;
  user: number;
}

/** A moment between two histories. */
export interface Snapshot {
  now: number;
  network: ReturnType<Network['save']>;
}

/** A line of the product's log, and whether the task that wrote it was made to fail. */
export interface LogLine {
  text: string;
  task: string;
  wasDisturbed: boolean;
}

/** One binding for all histories, so that its statements stay compiled. */
const bindings = new WeakMap<DatabaseSync, D1Database>();

const app = createApp({ now: () => Math.floor(Date.now() / 1000) });

/** Everything there is in one history: the product, its database, its visitors' pages, the banks, and the clock. */
export class World {
  readonly sqlite: DatabaseSync;
  readonly env: Env;
  /** The D1 of `env`, past the scheduler. */
  private readonly db: D1Database;
  readonly network = new Network();
  readonly outages = new Outages();
  readonly scheduler = new Scheduler((label) => /^INSERT INTO (?=payments )/.test(label));
  readonly log: LogLine[] = [];
  readonly pages: Page[] = [];
  readonly payments: { id: string; user: number }[] = [];
  readonly failures: string[] = [];
  /** The rehearsal of the act that is under way; null where other acts come between them. */
  shown: Rehearsal | null = null;
  /** Acts that were compared with their previews, by path, and by what these named. */
  readonly compared: Record<string, number> = {};
  private readonly keys = new Map<number, { since: number; key: string }>();
  /** Lines of the trace; null: none is wanted. */
  trace: string[] | null = null;
  now = START;
  episodes = 1;
  readonly kind: ShopHistory['world'];
  /** The stream of chance of the step that is under way. */
  random: Random;
  private storm = 0;
  private readonly ids: Random;
  private readonly history: Pick<ShopHistory, 'seed' | 'world'>;

  /** `from`: what was there before, of the same moment as the database. `wrap`: put around the product's D1. */
  constructor(
    sqlite: DatabaseSync,
    history: Pick<ShopHistory, 'seed' | 'world'>,
    { from, wrap = (db) => db }: { from?: Snapshot; wrap?: (db: D1Database) => D1Database } = {},
  ) {
    this.sqlite = sqlite;
    this.history = history;
    this.kind = history.world;
    this.random = new Random(history.seed);
    this.ids = new Random(deriveSeed(history.seed, 999_983));
    const binding = bindings.get(sqlite) ?? openSqliteD1(sqlite);
    bindings.set(sqlite, binding);
    if (from) {
      this.now = from.now;
      this.network.restore(from.network);
    }
    this.db = wrap(binding);
    this.env = makeEnv(turnD1(this.db, this.scheduler), history.world, this.outages);
    let changes = 0;
    this.scheduler.onTurn = (task, label, outcome) => {
      if (this.trace === null) return;
      // Statements that only read tell little.
      const before = changes;
      changes = query<{ n: number }>(this.sqlite, 'SELECT total_changes() AS n')[0]?.n ?? 0;
      if (changes === before && outcome === 'done' && !/^[A-Z]+ [a-z]+\./.test(label())) return;
      this.trace.push(`      ${task.name} · ${label()}${outcome === 'done' ? '' : ` → ${outcome}`}`);
    };
    setOutside({
      now: () => this.now * 1000,
      fillRandom: (bytes) => {
        for (let at = 0; at < bytes.length; at += 1) bytes[at] = this.ids.below(256);
      },
      fetch: (url, init) =>
        this.scheduler.turn(
          'call',
          () => `${init.method ?? 'GET'} ${url.slice(8)}`,
          () => this.send(url, init),
        ),
      wait: (ms) =>
        this.scheduler.turn(
          'timer',
          () => `waits ${String(ms)} ms`,
          () => {
            this.passTime(Math.ceil(ms / 1000));
          },
        ),
      log: (text) => {
        const task = this.scheduler.running;
        this.log.push({ text, task: task?.name ?? '', wasDisturbed: task?.wasDisturbed ?? false });
        this.trace?.push(`      log: ${text.slice(0, 200)}`);
      },
    });
  }

  /** The state of this moment, beside the database, for a history that begins here. */
  save(): Snapshot {
    return { now: this.now, network: this.network.save() };
  }

  /** Makes a step's own stream of chance and its storm the current ones. */
  enter(step: ShopStep): void {
    this.random = new Random(deriveSeed(this.history.seed, step.id));
    this.storm = step.storm;
    this.shown = null;
  }

  /** From now on everything works: the end of a history, in which all has to come right. */
  calm(): void {
    this.random = new Random(deriveSeed(this.history.seed, 1_000_003));
    this.storm = 0;
    this.outages.endAll(this.now);
    this.network.vandar.takes = null;
  }

  readonly fail = (reason: string): void => {
    this.failures.push(reason);
  };

  addPage(url: string, user: number): void {
    if (!this.pages.some((page) => page.url === url)) this.pages.push({ url, user });
  }

  addPayment(id: string, user: number): void {
    if (!this.payments.some((payment) => payment.id === id)) this.payments.push({ id, user });
  }

  /** The key that a browser sends with a wish, the same for a day (decision 122). */
  takeKey(wish: number): string {
    const entry = this.keys.get(wish);
    if (entry && this.now - entry.since < DAY) return entry.key;
    const key = `wish-${String(wish)}-${String(this.now)}`;
    this.keys.set(wish, { since: this.now, key });
    return key;
  }

  /** A page by its number among those that are there, the newest first; undefined where there is none. */
  pickPage(at: number, kind: 'bank' | 'consent'): Page | undefined {
    const pages = this.pages.filter(({ url }) => this.isConsent(url) === (kind === 'consent'));
    return pages[pages.length - 1 - (at % Math.max(1, pages.length))];
  }

  pickPayment(at: number): { id: string; user: number } | undefined {
    return this.payments[this.payments.length - 1 - (at % Math.max(1, this.payments.length))];
  }

  /** The newest saved bank of a user. */
  findMandate(user: number): string | null {
    const row = this.sqlite
      .prepare(
        "SELECT id FROM mandates WHERE user_id = ? AND state IN ('active', 'pending') ORDER BY created_at DESC, id",
      )
      .get(USERS[user]?.id ?? 0);
    return typeof row?.['id'] === 'string' ? row['id'] : null;
  }

  private isConsent(url: string): boolean {
    if (url.includes('/authorizations/')) return true;
    if (!url.startsWith(`${ORIGIN}/`)) return false;
    const bill = this.sqlite.prepare('SELECT kind FROM sandbox_bills WHERE token = ?').get(url.split('/').at(-1) ?? '');
    return bill?.['kind'] === 'mandate';
  }

  passTime(seconds: number): void {
    if (seconds === 0) return;
    this.now += seconds;
    // Every visitor keeps entering codes: who may collect is not what is simulated.
    void this.db.prepare('UPDATE sessions SET stepped_up_at = ?').bind(this.now).run();
    this.network.passTime(this.now);
  }

  /** A request of a visitor or of a bank's page, as a task of its own. */
  fetch(request: Request): Promise<Response> {
    return Promise.resolve(app.fetch(request, this.env, CONTEXT));
  }

  private send(url: string, init: RequestInit): Response {
    const answer = this.outages.answer(url);
    if (answer !== null) return answer;
    const weather: Weather = this.random.chance(this.storm)
      ? this.random.pick(['request lost', 'answer lost', 'garbage', 'late'] as const)
      : 'fine';
    if (weather !== 'fine') {
      if (this.scheduler.acting) this.scheduler.acting.wasDisturbed = true;
      this.trace?.push(`      the way to the bank: ${weather}`);
    }
    return this.network.send(url, init, weather, this.now);
  }
}

const CONTEXT = {
  waitUntil: (promise: Promise<unknown>) => {
    promise.catch(() => undefined);
  },
  passThroughOnException: () => undefined,
  props: {},
} as unknown as ExecutionContext;

function makeEnv(DB: D1Database, world: ShopHistory['world'], outages: Outages): Env {
  const vars = {
    SITE_VARIANT: 'main',
    SITE_URL: ORIGIN,
    DEMO: '1',
    DEMO_HOSTS: new URL(ORIGIN).host,
    API_BASE_URL: '',
    SMS_PROVIDER: 'outbox',
    SMS_TEMPLATE: '',
    SMS_API_BASE: '',
    SMS_NOTICE_TEMPLATE: '',
    SMS_MOBILE_TEMPLATE: '',
    TRIAL_DAYS: '7',
    LISTS: 'on',
    MEDIA_BASE_URL: '',
    STREAM_PLAIN_HOSTS: '',
    ROOM_IDLE_SECONDS: '3600',
    PAYMENT_GATEWAYS: world === 'banks' ? 'saman,zarinpal,zibal' : 'sandbox',
    PAYMENT_RELAY_BASE: '',
    PAYMENT_TIMEOUT_MS: '10000',
    MANDATE_PROVIDER: world === 'banks' ? 'vandar' : 'sandbox',
    VANDAR_BUSINESS: BUSINESS,
    VANDAR_TOKEN,
    SEP_TERMINAL_ID: TERMINAL,
    ZARINPAL_MERCHANT_ID: MERCHANT,
    ZARINPAL_SANDBOX: '',
    ZIBAL_MERCHANT,
    OPERATOR_TOKEN: `${OPERATOR_TOKEN},zoe:${OTHER_TOKEN}`,
    COMPENSATE_MINUTES: '4',
    COMPENSATE_ALONE_DAYS: '12',
    MEDIA_SIGNING_KEY: SIGNING_KEY,
  };
  const MEDIA = { head: () => Promise.resolve(outages.isAway('screening') ? null : {}) };
  const CONFIG = { get: () => Promise.resolve(null), put: () => Promise.resolve() };
  return { DB, MEDIA, CONFIG, ...vars } as unknown as Env;
}
