import { askEarly, giveUpLate, loseUse, payTwoAlike, payTwoPages, stopRenewal, type Planned } from './plots.ts';
import type { Random } from '@pardeh/money-simulator/random';
import { CODES, FILMS, PLANS, type Code } from './shop.ts';
import type { Beginning, Forgery, ShopHistory, Purchase } from './steps.ts';

/** How often each action comes, where what it needs is there. */
const ACTIONS = {
  buy: 24,
  charge: 5,
  press: 30,
  return: 8,
  forge: 7,
  look: 2,
  check: 4,
  settings: 5,
  consent: 12,
  collect: 5,
  'remove bank': 1.5,
  account: 2,
  episode: 2,
  cron: 10,
  'cancel account': 0.4,
  refund: 6,
  redeem: 14,
  correct: 1,
} as const;
export type Kind = keyof typeof ACTIONS;

const BANK_METHODS = { saman: 30, zarinpal: 20, zibal: 15, wallet: 20, direct_debit: 15 } as const;
const SANDBOX_METHODS = { sandbox: 60, wallet: 20, direct_debit: 20 } as const;

const FORGERIES = { 'other payment': 1, reference: 2, paid: 1, cancelled: 1, amount: 1, token: 1 } as const;

const TIMES = { none: 40, seconds: 25, minute: 15, minutes: 8, window: 6, hours: 4, days: 2 } as const;

/** Wishes of a history's visitors, over and over: two who want the same thing meet more often than by chance alone. */
const FOCUSES = [
  'anything',
  'plan',
  'gift',
  'film',
  'code',
  'last use',
  'direct debit',
  'two methods',
  'one amount',
] as const;
type Focus = (typeof FOCUSES)[number];

/** Likelihoods in one history; each has some actions, methods and waits more often than others, or not at all. */
export interface Habits {
  beginning: Beginning;
  /** Weights of the actions, of the methods of payment, and of the time that passes before a step. */
  actions: Record<Kind, number>;
  methods: Readonly<Record<string, number>>;
  times: Record<keyof typeof TIMES, number>;
  forgeries: Record<Forgery, number>;
  /** The purchase, if every visitor buys the same, and the only amount of a wallet charge. */
  purchase: Purchase | null;
  kinds: Readonly<Record<Purchase['kind'], number>>;
  amount: number | null;
  codes: readonly Code[];
  /** Per cent of purchases with a code, of purchases that repeat the last one, of users who are the first, of crashes. */
  codePercent: number;
  againPercent: number;
  firstUserPercent: number;
  accidentPercent: number;
  stormPercent: number;
  /** Actions that happen in any case, in this order, with other steps in between. */
  plot: readonly Planned[];
  /** Whether direct debit is what it is about, so that accounts and episodes are, too. */
  debits: boolean;
}

type Change = Partial<Omit<Habits, 'actions' | 'times'>> & {
  actions?: Partial<Record<Kind, number>>;
  times?: Partial<Habits['times']>;
};

function focusOn(focus: Focus, world: ShopHistory['world'], random: Random): Change {
  const gateways: Record<string, number> = world === 'banks' ? { saman: 40, zarinpal: 20, zibal: 20 } : { sandbox: 60 };
  const film = { kind: 'title', id: FILMS[0].id } as const;
  const plan = { kind: 'plan', id: PLANS[0].id } as const;
  switch (focus) {
    case 'anything':
      return {};
    case 'plan':
      return { purchase: plan, plot: random.pick([giveUpLate, payTwoPages, () => []])(random, world) };
    case 'gift':
      return {
        beginning: random.pick(['wallets', 'both']),
        purchase: random.pick([{ kind: 'gift', id: PLANS[0].id } as const, null]),
        kinds: { plan: 20, gift: 60, title: 10, cart: 0 },
        actions: { redeem: 2, refund: 2 },
      };
    case 'film':
      return { purchase: film, codePercent: 35, plot: random.chance(30) ? giveUpLate(random, world) : [] };
    case 'code':
      return { codePercent: 80, codes: CODES.slice(0, 2) };
    case 'last use':
      // Payments that let go of a use which another one takes, and are paid then.
      return {
        beginning: random.pick(['wallets', 'both']),
        methods: { ...gateways, wallet: 40 },
        codePercent: 95,
        codes: random.chance(70) ? CODES.slice(0, 1) : CODES.slice(1, 3),
        firstUserPercent: 60,
        actions: { forge: 2, charge: 0.2, settings: 0.2 },
        forgeries: { ...FORGERIES, cancelled: 10 },
        plot: random.chance(70) ? loseUse(random, world) : [],
        times: { minutes: 3 },
      };
    case 'direct debit':
      return {
        beginning: 'mandates',
        methods: { ...gateways, direct_debit: 120 },
        codePercent: 10,
        debits: true,
        actions: { cron: 2 },
        plot: random.pick([stopRenewal(), askEarly(random), [], []]),
      };
    case 'two methods':
      // One thing by a bank account that is slow, and at once by another method.
      return {
        beginning: 'both',
        methods: { ...gateways, wallet: 40, direct_debit: 100 },
        purchase: random.pick([plan, film, null]),
        codePercent: random.pick([0, 30]),
        againPercent: 70,
        firstUserPercent: 90,
        debits: true,
        plot: random.chance(40) ? askEarly(random) : [],
        actions: { account: 3, episode: 0.3, press: 0.6 },
      };
    case 'one amount':
      // Payments that a bank cannot tell apart by their amount.
      return {
        methods: { ...gateways, [world === 'banks' ? 'saman' : 'sandbox']: 200 },
        purchase: plan,
        amount: 110_000,
        codePercent: 0,
        firstUserPercent: 50,
        actions: { charge: 2, forge: 2 },
        forgeries: { ...FORGERIES, reference: 12 },
        plot: random.chance(70) ? payTwoAlike(random, world) : [],
      };
  }
}

/** The habits of one history: its focus, and a swarm of actions and waits that it has more or less of. */
export function makeHabits(random: Random, world: ShopHistory['world']): Habits {
  const focus = random.pick(FOCUSES);
  const isCalm = random.chance(25);
  const change = focusOn(focus, world, random);
  const swarm = <K extends string>(weights: Readonly<Record<K, number>>, changed: Partial<Record<K, number>> = {}) =>
    Object.fromEntries(
      (Object.keys(weights) as K[]).map((key) => [key, weights[key] * (changed[key] ?? 1) * random.pick(SWARM)]),
    ) as Record<K, number>;
  return {
    ...{ beginning: random.pick(['nothing', 'wallets', 'mandates'] as const), purchase: null, amount: null },
    ...{ methods: world === 'banks' ? BANK_METHODS : SANDBOX_METHODS, codes: CODES, codePercent: 15, debits: false },
    ...{ forgeries: FORGERIES, plot: [] },
    ...{
      againPercent: random.pick([0, 0, 30]),
      firstUserPercent: 75,
      kinds: { plan: 40, gift: 8, title: 40, cart: 12 },
    },
    ...{ accidentPercent: isCalm ? 0 : 18, stormPercent: isCalm ? 0 : 15 },
    ...change,
    actions: swarm(ACTIONS, change.actions),
    times: swarm(TIMES, change.times),
  };
}

const SWARM = [0.3, 1, 1, 1, 1, 3] as const;
