import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/platform/config/limits.ts';
import type { Call } from '../../../src/platform/http/calls/call.ts';
import * as alarms from '../../../src/features/operator/alarms-contract.ts';
import * as calls from '../../../src/features/operator/contract.ts';
import { buyTitle } from '../../../src/features/checkout/contract.ts';
import { raiseAlarm } from '../../../src/features/alarms/server/alarm.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { listOperatorTokenProblems } from '../../../src/platform/http/calls/operator-tokens.ts';
import { parseAnswer, parseFailure, openApi } from '../../support/site/api.ts';
import { FILM, openMoney } from '../../support/money/money.ts';
import { openShop, topUp } from '../../support/money/shop.ts';
import { addRows } from '../../support/database/rows.ts';

const { platform } = await openShop();
const ALI = 'a'.repeat(32);
const SARA = 'b'.repeat(40);
const site = openMoney(platform, { OPERATOR_TOKEN: `ali:${ALI},sara:${SARA},short:abc` });
const as = (token: string) => ({ id: 0, mobile: '', token });
const ali = as(ALI);
const KEY = 'refund-1';
const all: readonly Call[] = Object.values(calls);

async function paidFilm() {
  const who = await site.visitor();
  await topUp(site, who, 200_000);
  const { data } = await site.call(buyTitle, { id: FILM.id, payment_method: 'wallet' }, who);
  return { who, id: data.payment.id };
}

const audits = async () => {
  const { results } = await site.sql('SELECT operator, action, subject, status FROM operator_audit ORDER BY id').all();
  return results;
};

describe('the doors', () => {
  it('are unknown without a token in the configuration, and with one that is too short, whatever the method', async () => {
    const short = openApi(platform, { OPERATOR_TOKEN: 'too-short' });
    for (const shut of [openApi(platform), short]) {
      for (const call of all) {
        for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
          const path = call.path.replace(':id', '1');
          const response = await shut.send(path, { method, headers: { authorization: 'Bearer too-short' } });
          expect(await parseFailure(response), `${method} ${path}`).toMatchObject({ status: 404, code: 'not_found' });
        }
      }
    }
  });

  it('ask every call for the secret: none, a wrong one, a short one, a visitor’s and a name are refused', async () => {
    const visitor = await site.visitor();
    for (const call of all) {
      for (const who of [undefined, as('c'.repeat(32)), as('abc'), as(`ali:${ALI}`), as(ALI.slice(1)), visitor]) {
        const { status } = await site.ask(call, { id: 1 }, who);
        expect([401, 429]).toContain(status);
      }
    }
    expect(await site.count('operator_audit')).toBe(0);
  });

  it('limit strangers without shutting an operator out', async () => {
    const wrong = () => site.ask(alarms.listAlarms, {}, as('d'.repeat(32)));
    let status = 401;
    for (let tries = 0; tries < 100 && status === 401; tries += 1) ({ status } = await wrong());
    expect(status).toBe(429);
    expect((await site.ask(alarms.listAlarms, {}, ali)).status).toBe(200);
    let right = 200;
    for (let tries = 0; tries < 2 * LIMITS.operator.subject.burst && right === 200; tries += 1)
      ({ status: right } = await site.ask(alarms.listAlarms, {}, ali));
    expect(right).toBe(429);
    expect((await site.ask(alarms.listAlarms, {}, as(SARA))).status).toBe(200);
    site.clock.now += 3600;
  });

  it('name a weak secret to whoever deploys', () => {
    expect(listOperatorTokenProblems({})).toEqual([]);
    expect(listOperatorTokenProblems({ OPERATOR_TOKEN: `ali:${ALI}` })).toEqual([]);
    expect(listOperatorTokenProblems({ OPERATOR_TOKEN: `ali:${ALI},x` })).toHaveLength(1);
  });
});

describe('a refund by HTTP', () => {
  it('is done once, audited by name, and refused as the books refuse it', async () => {
    await site.sql('DROP TRIGGER operator_audit_no_delete').run();
    await site.sql('DELETE FROM operator_audit').run();
    const { who, id } = await paidFilm();
    const before = await site.wallet(who);
    const body = { key: KEY, payment_id: id, destination: 'wallet', reason: 'did not play' };
    const first = await site.call(calls.refundPayment, body, ali);
    const repeat = await site.call(calls.refundPayment, body, as(SARA));
    expect(repeat).toEqual(first);
    expect(first.data).toMatchObject({ toman: FILM.total, vat: 4000, lines: [{ line: 0 }] });
    expect(await site.wallet(who)).toBe(before + FILM.total);
    expect(await parseFailure(await site.ask(calls.refundPayment, { ...body, key: 'refund-2' }, ali))).toMatchObject({
      status: 409,
      code: 'refund_too_large',
    });
    expect(await audits()).toEqual([
      { operator: 'ali', action: 'refundPayment', subject: `${id} ${KEY}`, status: 200 },
      { operator: 'sara', action: 'refundPayment', subject: `${id} ${KEY}`, status: 200 },
      { operator: 'ali', action: 'refundPayment', subject: `${id} refund-2`, status: 409 },
    ]);
    expect(await site.sql('SELECT operator FROM refunds WHERE key = ?', KEY).first('operator')).toBe('ali');
    expect((await site.call(calls.getOperatorPayment, { id }, ali)).data).toMatchObject({
      lines: [{ line: 0, total: FILM.total, refunded: FILM.total, delivered: true }],
      refunds: [{ toman: FILM.total }],
    });
    expect(await site.books()).toEqual([]);
  });

  it.each([
    ['amount', { lines: [{ line: 0, toman: 0.5 }] }],
    ['amount', { lines: [{ line: 0, toman: '1000' }] }],
    ['amount', { lines: [{ line: 0, toman: -1 }] }],
    ['amount', { lines: [{ line: 0, toman: 1e300 }] }],
    ['line', { lines: [{ line: -1 }] }],
    ['days', { lines: [{ line: 0, days: -3 }] }],
    ['lines', { lines: [] }],
    ['key', { key: 'a b' }],
    ['destination', { destination: 'card' }],
    ['tracking', { destination: 'outside', tracking: "'; --" }],
    ['reason', { reason: '  ' }],
  ])('of a wrong %s is refused before anything is done: %o', async (_, wrong) => {
    const { id } = await paidFilm();
    const body = { key: 'refund-wrong', payment_id: id, destination: 'wallet', reason: 'test', ...wrong };
    expect(await parseFailure(await site.ask(calls.refundPayment, body, ali))).toMatchObject({ code: 'invalid_input' });
    expect(await site.count("refunds WHERE key = 'refund-wrong'")).toBe(0);
  });

  it('takes a tracking number in Persian digits, and one transfer pays one refund', async () => {
    const [one, other] = [await paidFilm(), await paidFilm()];
    const body = { destination: 'outside', tracking: '۱۲۳۴۵۶', reason: 'test' };
    const { data } = await site.call(calls.refundPayment, { ...body, key: 'refund-p1', payment_id: one.id }, ali);
    expect(data.tracking).toBe('123456');
    const second = { ...body, tracking: '123456', key: 'refund-p2', payment_id: other.id };
    expect((await parseFailure(await site.ask(calls.refundPayment, second, ali))).code).toBe('tracking_used');
  });
});

it('corrects the ledger by HTTP', async () => {
  const who = await site.visitor();
  const to = `wallet:${String(who.id)}`;
  const body = { key: 'correct-1', from: 'bank:saman', to, toman: 7000, reason: 'the bank took it twice' };
  expect((await site.call(calls.correctLedger, body, ali)).data).toMatchObject({ to, toman: 7000 });
  expect(await site.wallet(who)).toBe(7000);
  expect((await parseFailure(await site.ask(calls.correctLedger, { ...body, to: 'x' }, ali))).code).toBe(
    'account_invalid',
  );
  expect(await site.books()).toEqual([]);
});

it('lists alarms until they are seen', async () => {
  await site.sql('DELETE FROM alarms').run();
  const at = { db: openDatabase(platform.env.DB), now: site.clock.now };
  for (let n = 0; n < 130; n += 1)
    await raiseAlarm(at, { kind: 'books', key: `k${String(n)}`, text: `text ${String(n)}` });
  const { data, next } = await site.call(alarms.listAlarms, {}, ali);
  expect([data.length, data[0]?.text]).toEqual([100, 'text 129']);
  const rest = await site.call(alarms.listAlarms, { before: next }, ali);
  expect([rest.data.length, rest.next]).toEqual([30, null]);
  const id = data[0]?.id ?? 0;
  const seen = await site.call(alarms.seeAlarm, { id }, ali);
  site.clock.now += 60;
  expect(await site.call(alarms.seeAlarm, { id }, ali)).toEqual(seen);
  expect((await site.call(alarms.listAlarms, {}, ali)).data[0]?.text).toBe('text 128');
  expect((await site.call(alarms.listAlarms, { all: '1' }, ali)).data[0]?.seen_at).toBe(seen.data.seen_at);
  expect((await parseFailure(await site.ask(alarms.seeAlarm, { id: 999_999 }, ali))).code).toBe('alarm_unknown');
});

it('pages a gateway’s payments by time, each once', async () => {
  const from = site.clock.now + 1000;
  const rows = Array.from({ length: 1203 }, (_, at) => ({
    id: `p${String(at).padStart(19, '0')}`,
    method: at % 401 === 0 ? 'zibal' : 'saman',
    fingerprint: '',
    created_at: from + (at % 7),
  }));
  await addRows(site.env.DB, 'payments', rows);
  const ids: string[] = [];
  let after: string | null = '';
  while (after !== null) {
    const page = { gateway: 'saman', from, to: from + 6, ...(after === '' ? {} : { after }) };
    const response = await site.ask(calls.listGatewayPayments, page, ali);
    const { data, next } = await parseAnswer(calls.listGatewayPayments, response);
    ids.push(...data.map(({ id }) => id));
    after = next;
  }
  // Not an empty page, which would say that there are no more payments, nor the first one again.
  for (const wrong of ['x.y', '1', 'p.1', '1.2.3', `${String(from)}.`]) {
    const page = { gateway: 'saman', from, to: from + 6, after: wrong };
    expect([wrong, (await site.ask(calls.listGatewayPayments, page, ali)).status]).toEqual([wrong, 422]);
  }
  const expected = Array.from({ length: 1203 }, (_, at) => at).filter((at) => at % 7 < 6 && at % 401 !== 0);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBe(expected.length);
});
