import { Random, deriveSeed } from '@pardeh/money-simulator/random';
import { makeAccident } from './make-accident.ts';
import { ANY_PART } from './parts.ts';
import { CHANNEL, FILMS, PLANS, SCREENING } from './shop.ts';
import type { Action, Claim, FaultKind, Purchase, ShopHistory, ShopStep } from './steps.ts';

/** The stream of chance of faults, gift cards and days. */
const FAIR = 900_002;
/** Per cent of histories that have them: fewer of the first, which `npm test` lives through. */
const FIRST_SEEDS = 500;
const FIRST_PERCENT = 10;
const FAIR_PERCENT = 30;
/** Per cent of their steps that meet an accident. */
const ACCIDENT_PERCENT = 12;
const HOUR = 60 * 60;
const DAY = 24 * HOUR;
const LOOK_SECONDS = 120;
const LOOKS = 4;
const USERS = [0, 1, 2] as const;
const RULES = ['', '', 'channel', 'screening', 'channel,screening,plays'] as const;

type Planned = Pick<ShopStep, 'action'> & Partial<Pick<ShopStep, 'seconds' | 'turns'>>;

/** Some histories live on: with a fault of the site, gift cards, pauses, and days that are given, taken back and owed.
 * Its chances are its own, so the steps before are those of the seed. */
export function makeFairSteps(seed: number, world: ShopHistory['world'], length: number): ShopStep[] {
  const random = new Random(deriveSeed(seed, FAIR));
  if (!random.chance(seed <= FIRST_SEEDS ? FIRST_PERCENT : FAIR_PERCENT)) return [];
  const isCalm = random.chance(30);
  const planned: Planned[] = [
    ...stock(random, world === 'banks' ? 'zarinpal' : 'sandbox'),
    ...mix(random, random.pick([seeFault, seeFault, failPlays, claim])(random)),
    // No request lasts until the night.
    { action: { do: 'look', user: 0 }, turns: null },
    { action: { do: 'night' }, seconds: DAY },
  ];
  return planned.map(({ action, seconds, turns }, at) => ({
    id: length + at + 1,
    seconds: seconds ?? random.pick([0, 0, 1, 5, 61, 300]),
    turns: turns === undefined ? (random.chance(40) ? random.below(12) : null) : turns,
    accident: !isCalm && random.chance(ACCIDENT_PERCENT) ? makeAccident(random, action) : null,
    storm: 0,
    action,
  }));
}

/** Money, plans, cards and what may be undone. */
function stock(random: Random, method: string): Planned[] {
  const buy = (user: number, purchase: Purchase): Planned => ({
    action: {
      do: 'buy',
      user,
      what: purchase,
      method: 'wallet',
      code: null,
      wish: random.below(1_000_000_000),
      times: 1,
    },
  });
  const fill = [0, 1].flatMap((user): Planned[] => [
    { action: { do: 'charge', user, amount: 1_000_000, method, times: 1 }, turns: null },
    { action: { do: 'press', page: 0, how: 'pay', returns: 1 }, turns: null },
  ]);
  const bought = [
    buy(0, { kind: 'plan', id: random.pick(PLANS).id }),
    ...(random.chance(50) ? [buy(1, { kind: 'plan', id: random.pick(PLANS).id })] : []),
    buy(random.below(2), { kind: 'gift', id: random.pick(PLANS).id, count: random.pick([1, 2, 10]) }),
    buy(random.below(2), { kind: 'title', id: random.pick([SCREENING.titleId, FILMS[0].id]) }),
  ];
  const batch: Planned = {
    action: { do: 'batch', plan: random.pick(PLANS).id, toman: random.pick([10, 100_007]), times: 1 + random.below(2) },
  };
  const rules: Planned = { action: { do: 'rules', kinds: random.pick(RULES) } };
  return [rules, ...fill, ...bought, ...(random.chance(50) ? [batch] : [])];
}

/** Other acts between those of a fault, which keep their order. */
function mix(random: Random, steps: readonly Planned[]): Planned[] {
  return steps.flatMap((step) => [...(random.chance(70) ? act(random) : []), step]);
}

function act(random: Random): Planned[] {
  const user = random.pick(USERS);
  const times = () => (random.chance(40) ? 2 : 1);
  const card = random.below(12);
  const give: Planned = { action: { do: 'give', user, days: 1 + random.below(20), times: times() } };
  const pause: Planned = { action: { do: 'pause', user, months: 1 + random.below(3), times: times() } };
  const resume: Planned = { action: { do: 'resume', user, times: times() } };
  const takeBack = (): Planned => ({ action: { do: 'take back', gift: 0, times: times() }, ...soon(random) });
  const refund = (): Planned => ({
    action: {
      do: 'refund',
      payment: random.below(4),
      to: 'wallet',
      part: random.chance(30) ? ANY_PART : null,
      times: times(),
    },
  });
  const undo = (): Planned => ({ action: { do: 'undo', refund: 0, times: times() }, ...soon(random) });
  const kind = random.weighted({
    ...{ redeem: 20, race: 26, refund: 12, undo: 12, withdraw: 6, give: 10, 'take back': 10, pause: 12, resume: 9 },
    ...{ watch: 10, ticket: 6, propose: 10, decide: 12 },
  });
  switch (kind) {
    case 'redeem':
      return [{ action: { do: kind, card, user, times: times() } }];
    case 'race': {
      const redeem: Action = { do: 'redeem', card, user: (user + 1) % USERS.length, times: 1 };
      const other = random.pick<Action>([
        ...[redeem, redeem, redeem],
        { do: 'withdraw', times: 1 },
        { do: 'refund', payment: random.below(3), to: 'wallet', part: null, times: 1 },
        { do: 'undo', refund: 0, times: 1 },
      ]);
      return [
        { action: { do: 'redeem', card, user, times: 1 }, turns: random.below(6) },
        { action: other, seconds: 0, turns: null },
      ];
    }
    case 'refund':
      return random.chance(50) ? [refund(), undo()] : [refund()];
    case 'undo':
      return [undo()];
    case 'withdraw':
      return [{ action: { do: kind, times: times() } }];
    case 'give':
      return random.chance(60) ? [give, ...(random.chance(25) ? act(random) : []), takeBack()] : [give];
    case 'take back':
      return [takeBack()];
    case 'pause':
      return [give, pause, ...(random.chance(40) ? [...act(random), resume] : [])];
    case 'resume':
      return [resume];
    case 'watch':
      return [{ action: { do: kind, user, item: 'channel' } }];
    case 'ticket': {
      const ticket = { kind: 'title', id: SCREENING.titleId } as const;
      return [
        {
          action: {
            do: 'buy',
            user: random.below(2),
            what: ticket,
            method: 'wallet',
            code: null,
            wish: null,
            times: 1,
          },
        },
      ];
    }
    case 'propose':
      return [{ action: { do: kind, claim: makeClaim(random), days: 1 + random.below(6), times: times() } }];
    case 'decide':
      return [decide(random)];
  }
}

/** Mostly before the ten minutes of an undo are over. */
function soon(random: Random): Pick<Planned, 'seconds'> {
  return { seconds: random.pick([0, 5, 61, 300, 599, 600]) };
}

function decide(random: Random): Planned {
  const [isOther, approves] = [random.chance(70), random.chance(85)];
  const times = random.chance(40) ? 2 : 1;
  return { action: { do: 'decide', number: random.chance(75) ? 0 : random.below(3), approves, isOther, times } };
}

/** Odd seconds, which no act has. */
function makeClaim(random: Random): Claim {
  const kind = random.weighted({ subscription: 60, channel: 15, screening: 15, title: 10 });
  const subjects = { subscription: random.pick([0, 0, PLANS[0].id]), channel: CHANNEL, screening: SCREENING.id };
  const [until, seconds] = [random.pick([0, 37, 397, DAY + 7]), random.pick([59, 613, HOUR + 11, 3 * DAY + 13])];
  return { kind, subject: kind === 'title' ? FILMS[0].id : subjects[kind], from: until + seconds, until };
}

/** A channel, or a screening at its minute, that the schedule sees away for some looks. */
function seeFault(random: Random): Planned[] {
  const kind: FaultKind = random.chance(60) ? 'channel' : 'screening';
  const look: Planned = { action: { do: 'cron', times: 1 }, seconds: LOOK_SECONDS, turns: null };
  const watch = (): Planned => ({ action: { do: 'watch', user: random.pick(USERS), item: 'channel' } });
  const prior = kind === 'channel' ? [watch()] : [];
  const looks = Array.from({ length: LOOKS + random.below(2) }, () => look);
  return [
    ...prior,
    { action: { do: 'fault', what: kind, isAway: true } },
    ...looks.flatMap((one, at) => (kind === 'channel' && at === 1 ? [watch(), one] : [one])),
    { action: { do: 'fault', what: kind, isAway: false } },
    look,
    decide(random),
    ...(random.chance(40) ? [{ ...look, action: { do: 'cron', times: 2 } as const }] : []),
  ];
}

/** A film that this site does not give, and the tick of the day after. */
function failPlays(random: Random): Planned[] {
  const user = random.pick(USERS);
  const tick = (seconds: number): Planned => ({ action: { do: 'cron', times: 1 }, seconds, turns: null });
  return [
    { action: { do: 'watch', user, item: 'film' }, turns: null },
    { action: { do: 'fail play', user, answers: 2 + random.below(3) } },
    tick(DAY + 2 * HOUR),
    tick(LOOK_SECONDS),
    decide(random),
  ];
}

/** Times of which a person says that something was wrong. */
function claim(random: Random): Planned[] {
  const propose = (): Planned => ({
    action: { do: 'propose', claim: makeClaim(random), days: 1 + random.below(6), times: 1 + random.below(2) },
    seconds: random.pick([61, HOUR, 2 * DAY]),
  });
  return [propose(), decide(random), propose(), decide(random), decide(random)];
}
