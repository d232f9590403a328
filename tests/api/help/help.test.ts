import { describe, expect, it } from 'vitest';
import * as calls from '../../../src/features/help/contract.ts';
import {
  HELP_TEXT_MAX,
  HELP_TYPED_MAX,
  MAX_HELP_MESSAGES,
  MAX_HELP_THREADS,
  MAX_THREAD_MESSAGES,
} from '../../../src/features/help/help.ts';
import { addRows } from '../../support/database/rows.ts';
import type { Visitor } from '../../support/money/money.ts';
import { openShop, topUp } from '../../support/money/shop.ts';
import { parseFailure } from '../../support/site/api.ts';

const { site } = await openShop();
const { addHelpMessage, getHelp, listHelp, openHelp } = calls;
const DAY = 24 * 60 * 60;

let keys = 0;
const newKey = () => `form-${String((keys += 1)).padStart(6, '0')}`;
const open = async (who: Visitor, more: Record<string, unknown> = {}) =>
  (await site.call(openHelp, { key: newKey(), kind: 'other', text: 'سلام', ...more }, who)).data.number;
const refuse = async (...[call, input, who]: Parameters<typeof site.ask>) => {
  const { status, code } = await parseFailure(await site.ask(call, input, who));
  return `${String(status)} ${code}`;
};
const read = async (who: Visitor, number: number) => (await site.call(getHelp, { number }, who)).data;

describe('a message to support', () => {
  it('has a number from 10001, its kind, order number and page, and is listed with its state', async () => {
    const who = await site.visitor();
    await topUp(site, who, 50_000);
    const payment = await site.sql('SELECT id FROM payments WHERE user_id = ?', who.id).first<string>('id');
    const number = await open(who, { kind: 'refund', payment_id: payment, page: `/payments/${String(payment)}` });
    expect(number).toBeGreaterThan(10_000);
    const { data, next } = await site.call(listHelp, {}, who);
    expect(data).toMatchObject([
      {
        number,
        kind: 'refund',
        payment_id: payment,
        page: `/payments/${String(payment)}`,
        state: 'open',
        text: 'سلام',
      },
    ]);
    expect(next).toBeNull();
    expect((await read(who, number)).messages).toMatchObject([{ author: 'user', text: 'سلام' }]);
  });

  it('is written once for each key, by however many presses', async () => {
    const who = await site.visitor();
    const form = { key: newKey(), kind: 'account', text: 'دو بار' } as const;
    const answers = await Promise.all([1, 2, 3, 4].map(() => site.call(openHelp, form, who)));
    expect(new Set(answers.map(({ data }) => data.number)).size).toBe(1);
    const number = answers[0]?.data.number ?? 0;
    const more = { number, key: newKey(), text: 'و باز' };
    const ids = await Promise.all([1, 2, 3].map(() => site.call(addHelpMessage, more, who)));
    expect(new Set(ids.map(({ data }) => data.id)).size).toBe(1);
    expect((await read(who, number)).messages).toHaveLength(2);
    expect(await refuse(openHelp, { ...form, text: 'چیز دیگر' }, who)).toBe('409 key_used');
    expect(await refuse(addHelpMessage, { ...more, text: 'چیز دیگر' }, who)).toBe('409 key_used');
    // The keys of two people do not meet.
    const other = await site.visitor();
    expect((await site.call(openHelp, { ...form, text: 'چیز دیگر' }, other)).data.number).not.toBe(number);
  });

  it('of somebody else is unknown, to read and to write, and so is a payment of theirs', async () => {
    const [who, other] = [await site.visitor(), await site.visitor()];
    await topUp(site, who, 50_000);
    const payment = await site.sql('SELECT id FROM payments WHERE user_id = ?', who.id).first<string>('id');
    const number = await open(who);
    expect(await refuse(getHelp, { number }, other)).toBe('404 help_unknown');
    expect(await refuse(addHelpMessage, { number, key: newKey(), text: 'من' }, other)).toBe('404 help_unknown');
    expect((await site.call(listHelp, {}, other)).data).toEqual([]);
    expect((await read(who, number)).messages).toHaveLength(1);
    const foreign = { key: newKey(), kind: 'payment', payment_id: payment, text: 'پولم' };
    expect(await refuse(openHelp, foreign, other)).toBe('404 payment_unknown');
    for (const [call, input] of [
      [listHelp, {}],
      [getHelp, { number }],
      [openHelp, foreign],
      [addHelpMessage, { number, key: newKey(), text: 'من' }],
    ] as const)
      expect(await refuse(call, input, undefined), call.name).toBe('401 unauthenticated');
  });

  it('is plain text: markup comes back as it was sent, marks of direction do not', async () => {
    const who = await site.visitor();
    for (const [typed, text] of [
      ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
      ['</textarea><script>alert(1)</script>', '</textarea><script>alert(1)</script>'],
      ['\u202eمی‌رود\u2067 \u061cabc\u2069\u0000', 'می‌رود abc'],
      [' خط یک\r\nخط دو\n\n\n\nخط سه ', 'خط یک\nخط دو\n\nخط سه'],
    ] as const) {
      site.clock.now += DAY;
      const { messages } = await read(who, await open(who, { text: typed }));
      expect(messages[0]?.text).toBe(text);
    }
  });

  it('has bounds, in its text, its key and its page', async () => {
    const who = await site.visitor();
    const send = (more: Record<string, unknown>) =>
      refuse(openHelp, { key: newKey(), kind: 'other', text: 'سلام', ...more }, who);
    expect((await read(who, await open(who, { text: '😀'.repeat(HELP_TEXT_MAX) }))).messages).toHaveLength(1);
    for (const text of ['ب'.repeat(HELP_TEXT_MAX + 1), 'b'.repeat(HELP_TYPED_MAX + 1)])
      expect(await send({ text })).toBe('422 help_too_long');
    for (const text of ['', ' \n\u202e\u200c ']) expect(await send({ text })).toBe('422 help_empty');
    for (const more of [
      ...['x'.repeat(7), 'x'.repeat(65), "key'12345"].map((key) => ({ key })),
      ...['//evil.example', 'https://evil.example', '/\\evil.example', '/a b', `/${'a'.repeat(200)}`].map((page) => ({
        page,
      })),
      { kind: 'complaint' },
      { payment_id: 'short' },
      { text: 'b'.repeat(20_001) },
    ])
      expect(await send(more), JSON.stringify(more)).toBe('422 invalid_input');
  });

  it(`is one of ${String(MAX_HELP_THREADS)} threads and ${String(MAX_HELP_MESSAGES)} messages in a day, also at once`, async () => {
    const who = await site.visitor();
    const answers = await Promise.all(
      Array.from({ length: MAX_HELP_THREADS + 4 }, () =>
        site.ask(openHelp, { key: newKey(), kind: 'other', text: 'سلام' }, who),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(MAX_HELP_THREADS);
    const late = answers.find(({ status }) => status !== 200);
    expect(late?.status).toBe(429);
    expect(Number(late?.headers.get('retry-after'))).toBe(DAY);
    const number = (await site.call(listHelp, {}, who)).data[0]?.number ?? 0;
    const more = await Promise.all(
      Array.from({ length: MAX_HELP_MESSAGES }, () =>
        site.ask(addHelpMessage, { number, key: newKey(), text: 'و' }, who),
      ),
    );
    expect(more.filter(({ status }) => status === 200)).toHaveLength(MAX_HELP_MESSAGES - MAX_HELP_THREADS);
    expect(await refuse(addHelpMessage, { number, key: newKey(), text: 'و' }, who)).toBe('429 help_limit');
    site.clock.now += DAY;
    await open(who);
  });

  it('is one of the day’s messages also when it begins a thread', async () => {
    const who = await site.visitor();
    const number = await open(who);
    for (let at = 1; at < MAX_HELP_MESSAGES; at += 1)
      await site.call(addHelpMessage, { number, key: newKey(), text: 'و' }, who);
    expect(await refuse(openHelp, { key: newKey(), kind: 'other', text: 'سلام' }, who)).toBe('429 help_limit');
    expect((await site.call(listHelp, {}, who)).data).toHaveLength(1);
  });

  it('has no place in a full thread', async () => {
    const who = await site.visitor();
    const number = await open(who);
    await addRows(
      site.env.DB,
      'help_messages',
      Array.from({ length: MAX_THREAD_MESSAGES - 1 }, (_, at) => ({
        ...{ thread: number, user_id: who.id, author: 'staff', operator: 'o', key: `old-${String(at)}` },
      })),
    );
    expect(await refuse(addHelpMessage, { number, key: newKey(), text: 'و' }, who)).toBe('409 help_full');
  });

  it('is one of a list in pages, each thread once, the newest change first', async () => {
    const who = await site.visitor();
    const numbers: number[] = [];
    for (let at = 0; at < 23; at += 1) {
      if (at % 3 === 0) site.clock.now += DAY;
      numbers.push(await open(who));
    }
    const first = await site.call(listHelp, {}, who);
    expect(first.data).toHaveLength(20);
    const rest = await site.call(listHelp, { before: first.next ?? '' }, who);
    expect(rest.next).toBeNull();
    expect([...first.data, ...rest.data].map(({ number }) => number)).toEqual(numbers.toReversed());
  });
});

describe('an answer', () => {
  const answer = async (number: number, key: string) => {
    const { user_id } = (await site.sql('SELECT user_id FROM help_threads WHERE number = ?', number).first<{
      user_id: number;
    }>()) ?? { user_id: 0 };
    await addRows(site.env.DB, 'help_messages', [{ thread: number, user_id, author: 'staff', key, created_at: 1 }]);
    return (await site.sql('SELECT max(id) AS id FROM help_messages').first<number>('id')) ?? 0;
  };
  const unread = async (who: Visitor) => (await site.call(calls.countUnreadHelp, {}, who)).data.unread;

  it('is unread until its user reads it, each one anew, and only for that user', async () => {
    const [who, other] = [await site.visitor(), await site.visitor()];
    const number = await open(who);
    expect(await unread(who)).toBe(0);
    const first = await answer(number, 'staff-000001');
    expect([await unread(who), await unread(other), (await read(who, number)).unread]).toEqual([1, 0, 1]);
    const second = await answer(number, 'staff-000002');
    expect(await refuse(calls.readHelp, { number }, other)).toBe('404 help_unknown');
    // The second one came after the page was opened.
    expect((await site.call(calls.readHelp, { number, message: first }, who)).data.unread).toBe(1);
    expect((await site.call(calls.readHelp, { number, message: second }, who)).data.unread).toBe(0);
    await site.call(calls.readHelp, { number, message: first }, who);
    expect([await unread(who), (await site.call(listHelp, {}, who)).data[0]?.unread]).toEqual([0, 0]);
    await answer(number, 'staff-000003');
    await site.call(calls.readHelp, { number, message: 999_999_999 }, who);
    await answer(number, 'staff-000004');
    expect(await unread(who)).toBe(1);
    await site.call(addHelpMessage, { number, key: newKey(), text: 'ممنون' }, who);
    expect(await unread(who)).toBe(0);
  });
});

describe('the numbers of a play', () => {
  it('come along with the message, and nothing else does in their place', async () => {
    const who = await site.visitor();
    const play = `s${crypto.randomUUID()}.enetwork.b1200.n3.d4100.p60.a55.h720.r1500.m2100`;
    const number = await open(who, { kind: 'playback', page: '/movie/10', play });
    expect(await read(who, number)).toMatchObject({ page: '/movie/10', play });
    for (const wrong of [
      '',
      'x',
      'b',
      'b1.b2',
      'b-1',
      'e<b>',
      `s${'f'.repeat(35)}`,
      'b1.',
      'u09120000001',
      'b1'.repeat(90),
    ])
      expect(await refuse(openHelp, { key: newKey(), kind: 'playback', text: 'x', play: wrong }, who)).toBe(
        '422 invalid_input',
      );
  });
});
