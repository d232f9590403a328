import { buildInsertText } from '../support/database/rows.ts';
import { noteFailure } from '../../src/features/streams/server/note-failure.ts';
import { query } from './query.ts';
import { CHANNEL, FILMS, SCREENING, USERS } from './shop.ts';
import type { FairAction, FaultKind } from './steps.ts';
import { callApi, callOperator, type Start } from './visitors.ts';
import type { World } from './world.ts';

const HOUR = 60 * 60;
/** Seconds between two failed answers of a play. */
const APART_SECONDS = 3;

/** As `perform` does: starts the requests of a step. */
export async function performFair(world: World, id: number, action: FairAction, start: Start): Promise<void> {
  switch (action.do) {
    case 'give': {
      const input = { key: `days-of-${String(id)}`, days: action.days, reason: 'asked for' };
      const path = `/operator/accounts/${String(USERS[action.user]?.id)}/extend`;
      return start(action.times, () => callOperator(world, path, input));
    }
    case 'take back': {
      const days = pickDays(world, action.gift);
      if (!days) return;
      const input = { compensation: days.id, reason: 'by mistake' };
      const path = `/operator/accounts/${String(days.user_id)}/undo-days`;
      return start(action.times, () => callOperator(world, path, input));
    }
    case 'withdraw': {
      const input = buildWithdrawal(world, id);
      if (input) await start(action.times, () => callOperator(world, '/operator/refunds', input));
      return;
    }
    case 'pause': {
      const input = { key: `pause-of-${String(id)}`, months: action.months };
      return start(action.times, () => callApi(world, action.user, '/my/subscription/pause', input));
    }
    case 'resume':
      return start(action.times, () => callApi(world, action.user, '/my/subscription/resume', {}));
    case 'watch': {
      const item = action.item === 'channel' ? `c${CHANNEL.toString(36)}` : `t${FILMS[0].id.toString(36)}`;
      const stream = world.outages.makeStream(USERS[action.user]?.id ?? 0, item);
      return start(1, () => callApi(world, action.user, '/plays/hold', { stream }));
    }
    case 'fail play':
      return start(1, () => failPlay(world, action.user, action.answers));
    case 'fault':
      if (action.isAway) await beginFault(world, action.what);
      else world.outages.endAll(world.now, action.what);
      return;
    case 'rules':
      for (const kind of action.kinds.split(',')) world.outages.rules.add(kind);
      world.env.COMPENSATE_RULES = action.kinds;
      return;
    case 'propose': {
      const { kind, subject, from, until } = action.claim;
      const input = {
        ...{ key: `case-of-${String(id)}`, kind, subject, from: world.now - from, until: world.now - until },
        ...{ days: action.days, reason: 'a fault' },
      };
      return start(action.times, () => callOperator(world, '/operator/compensations', input));
    }
    case 'decide':
      return decide(world, action, start);
  }
}

/** Days that a person gave, the newest first. */
function pickDays({ sqlite }: World, number: number): { id: number; user_id: number } | undefined {
  const rows = query<{ id: number; user_id: number }>(sqlite, 'SELECT id, user_id FROM compensations ORDER BY id DESC');
  return rows[number % Math.max(1, rows.length)];
}

/** The cards of the newest batch that wait, as the desk lists them. */
function buildWithdrawal({ sqlite }: World, id: number): Record<string, unknown> | null {
  const lines = query<{ payment: string; line: number }>(
    sqlite,
    `SELECT c.payment_id AS payment, c.line FROM gift_cards c
      WHERE c.payment_id = (SELECT payment_id FROM gift_batches ORDER BY created_at DESC, payment_id LIMIT 1)
        AND NOT EXISTS (SELECT 1 FROM gift_redemptions g WHERE g.card_id = c.id)
        AND NOT EXISTS (SELECT 1 FROM refund_lines x WHERE x.payment_id = c.payment_id AND x.line = c.line)
      ORDER BY c.line`,
  );
  const [first] = lines;
  if (!first) return null;
  return {
    ...{
      key: `withdraw-${String(id)}`,
      payment_id: first.payment,
      destination: 'outside',
      tracking: `TW-${String(id)}`,
    },
    ...{ reason: 'not sold', lines: lines.map(({ line }) => ({ line })) },
  };
}

/** The store does not give a film's file, so often. The media's own route is the worker's, beside the API. */
async function failPlay(world: World, user: number, answers: number): Promise<void> {
  const { outages, scheduler } = world;
  const id = USERS[user]?.id ?? 0;
  const stream = outages.streams.get(id);
  if (stream === undefined) return;
  const failure = outages.failures.get(stream) ?? { user: id, at: [] };
  outages.failures.set(stream, failure);
  for (let answer = 0; answer < answers; answer += 1) {
    const isHeld = query(world.sqlite, 'SELECT 1 FROM streams WHERE id = ? AND stopped = 0', stream).length > 0;
    // Until it is stored, nobody can say.
    const at = failure.at.push(null) - 1;
    await noteFailure(world.env, stream, true, Promise.resolve(null));
    if (scheduler.running?.wasDisturbed === false) {
      if (isHeld) failure.at[at] = world.now;
      else failure.at.splice(at, 1);
    }
    await scheduler.turn(
      'timer',
      () => 'the player asks again',
      () => {
        world.passTime(APART_SECONDS);
      },
    );
  }
}

/** A channel, and a new time of the screening, come by an import. */
async function beginFault(world: World, kind: FaultKind): Promise<void> {
  const { env, outages, now } = world;
  if (kind === 'channel') {
    const names = { name_fa: 'ش', name_en: 'c', synopsis_fa: '', synopsis_en: '', access: 'subscription' };
    const row = { id: CHANNEL, slug: 'c', ...names, stream_url: null };
    await env.DB.prepare(buildInsertText('channels', row, 'INSERT OR IGNORE')).run();
    await env.DB.prepare('UPDATE channels SET stream_url = ?').bind(outages.makeSource()).run();
  } else {
    const times = [now + APART_SECONDS, now + 2 * HOUR, SCREENING.id];
    await env.DB.prepare('UPDATE screenings SET starts_at = ?, ends_at = ? WHERE id = ?')
      .bind(...times)
      .run();
  }
  outages.begin(kind, now);
}

type Decision = Extract<FairAction, { do: 'decide' }>;

/** An operator reads the cases, the newest first, and approves one as it is shown, or refuses it. */
async function decide(world: World, { number, approves, isOther, times }: Decision, start: Start): Promise<void> {
  const sql = "SELECT id, days, people FROM compensation_cases WHERE state <> 'observed' ORDER BY id DESC";
  const cases = query<{ id: number; days: number; people: number | null }>(world.sqlite, sql);
  const one = cases[number % Math.max(1, cases.length)];
  if (!one) return;
  const path = `/operator/compensations/${String(one.id)}`;
  await start(times, () =>
    approves
      ? callOperator(world, `${path}/approve`, { days: one.days, people: Math.max(1, one.people ?? 1) }, isOther)
      : callOperator(world, `${path}/refuse`, { reason: 'was none' }, isOther),
  );
}
