import { describe, expect, it } from 'vitest';
import { addHelpMessage, getHelp, openHelp } from '../../../src/features/help/contract.ts';
import * as calls from '../../../src/features/help/desk-contract.ts';
import { HELP_TEXT_MAX } from '../../../src/features/help/help.ts';
import { addKey, listAudit } from '../../../src/features/staff/contract.ts';
import { countStatements } from '../../support/database/statements.ts';
import { openMoney, type Visitor } from '../../support/money/money.ts';
import { openShop } from '../../support/money/shop.ts';
import { parseFailure } from '../../support/site/api.ts';

const { platform } = await openShop();
const secrets = { ali: 'a'.repeat(40), sara: 's'.repeat(40), pay: 'p'.repeat(40), root: 'r'.repeat(40) };
const vars = {
  OPERATOR_TOKEN: `ali/support:${secrets.ali},sara/support:${secrets.sara},pay/finance:${secrets.pay},root:${secrets.root}`,
};
const site = openMoney(platform, vars);
const [ali, sara, finance, root] = [secrets.ali, secrets.sara, secrets.pay, secrets.root].map((token) => ({
  id: 0,
  mobile: '',
  token,
})) as [Visitor, Visitor, Visitor, Visitor];
const { answerHelp, closeHelp, getHelpThread, listHelpQueue } = calls;

let keys = 0;
const newKey = () => `desk-key-${String((keys += 1))}`;
const open = async (who: Visitor, text = 'سلام') => {
  site.clock.now += 60;
  return (await site.call(openHelp, { key: newKey(), kind: 'other', text }, who)).data.number;
};
const read = async (number: number, as = ali) => (await site.call(getHelpThread, { number }, as)).data;
const refuse = async (...[call, input, who]: Parameters<typeof site.ask>) => {
  const { status, code } = await parseFailure(await site.ask(call, input, who));
  return `${String(status)} ${code}`;
};
/** Of a subject, without the row of its own reading. */
const trail = async (subject: string) => (await site.call(listAudit, { subject }, root)).data.slice(1);

describe('support', () => {
  it('reads the queue, answers, and the user reads it, without the name of who answered', async () => {
    const who = await site.visitor();
    const number = await open(who, '<b>سلام</b>');
    const { data } = await site.call(listHelpQueue, {}, ali);
    expect(data).toContainEqual(
      expect.objectContaining({ number, mobile: who.mobile, state: 'open', text: '<b>سلام</b>' }),
    );
    const { rev } = await read(number);
    await site.call(answerHelp, { number, key: newKey(), rev, text: ' \u202eپاسخ\r\nدو ' }, ali);
    const thread = (await site.call(getHelp, { number }, who)).data;
    expect(thread).toMatchObject({
      state: 'answered',
      messages: [
        { author: 'user', text: '<b>سلام</b>' },
        { author: 'staff', text: 'پاسخ\nدو' },
      ],
    });
    expect(JSON.stringify(thread)).not.toContain('ali');
    expect((await read(number)).messages[1]).toMatchObject({ operator: 'ali' });
    const row = await site.sql("SELECT * FROM operator_audit WHERE action = 'answerHelp' ORDER BY id DESC").first();
    expect(row).toMatchObject({
      operator: 'ali',
      subject: `account:${String(who.id)} help:${String(number)}`,
      permission: 'help.answer',
      status: 200,
    });
    expect(JSON.stringify(row)).not.toContain('پاسخ');
  });

  it('answers what was read: of two at once one answers, and the other reads again', async () => {
    const who = await site.visitor();
    const number = await open(who);
    const { rev } = await read(number);
    const answers = await Promise.all(
      [ali, sara, ali, sara].map((staff) => site.ask(answerHelp, { number, key: newKey(), rev, text: 'پاسخ' }, staff)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect((await read(number)).messages).toHaveLength(2);
    const newRev = (await read(number)).rev;
    await site.call(addHelpMessage, { number, key: newKey(), text: 'یک چیز دیگر' }, who);
    expect(await refuse(answerHelp, { number, key: newKey(), rev: newRev, text: 'پاسخ' }, ali)).toBe(
      '409 help_changed',
    );
    expect(await refuse(closeHelp, { number, rev: newRev }, ali)).toBe('409 help_changed');
  });

  it('answers once for each key', async () => {
    const number = await open(await site.visitor());
    const { rev } = await read(number);
    const input = { number, key: newKey(), rev, text: 'پاسخ' };
    const answers = await Promise.all([1, 2, 3].map(() => site.call(answerHelp, input, ali)));
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    expect((await read(number)).messages).toHaveLength(2);
    expect(await refuse(answerHelp, { ...input, text: 'دیگر' }, ali)).toBe('409 key_used');
    expect(await refuse(answerHelp, input, sara)).toBe('409 key_used');
  });

  it('closes many as the list showed them, with a result for each, which the trail of each has', async () => {
    const [who, other] = [await site.visitor(), await site.visitor()];
    const [first, second] = [await open(who), await open(other)];
    const { data } = await site.call(listHelpQueue, {}, ali);
    const threads = data
      .filter(({ number }) => [first, second].includes(number))
      .map(({ number, rev }) => ({ number, rev }));
    await site.call(addHelpMessage, { number: second, key: newKey(), text: 'یک چیز دیگر' }, other);
    const input = { threads: [...threads, { number: 987_654, rev: 1 }] };
    expect(await refuse(calls.closeHelpThreads, input, finance)).toBe('403 operator_role');
    expect((await site.call(calls.closeHelpThreads, input, ali)).data).toEqual([
      { number: first, result: 'closed' },
      { number: second, result: 'changed' },
      { number: 987_654, result: 'unknown' },
    ]);
    expect((await site.call(getHelp, { number: first }, who)).data.state).toBe('closed');
    expect((await site.call(getHelp, { number: second }, other)).data.state).toBe('open');
    const actions = async (number: number) =>
      (await trail(`help:${String(number)}`)).map(({ action }) => action).filter((action) => action !== 'listAudit');
    expect(await actions(first)).toEqual(['closeHelpThreads']);
    expect(await actions(second)).toEqual([]);
    await read(second);
    expect(await actions(second)).toEqual(['getHelpThread']);
  });

  it('closes, once or twice, and a message of the user opens the thread again', async () => {
    const who = await site.visitor();
    const number = await open(who);
    const { rev } = await read(number);
    site.clock.now += 60;
    const closedAt = site.clock.now;
    for (let press = 0; press < 2; press += 1) {
      expect((await site.call(closeHelp, { number, rev }, ali)).data).toEqual({ state: 'closed' });
      site.clock.now += 60;
    }
    expect((await site.call(getHelp, { number }, who)).data).toMatchObject({ state: 'closed', changed_at: closedAt });
    const closings = (await trail(`account:${String(who.id)}`)).filter(({ action }) => action === 'closeHelp');
    expect(closings.map(({ before, after }) => [before, after])).toEqual([
      [null, null],
      [expect.stringContaining('"open"'), expect.stringContaining('"closed"')],
    ]);
    await site.call(addHelpMessage, { number, key: newKey(), text: 'هنوز نه' }, who);
    expect((await read(number)).state).toBe('open');
  });

  it('has a queue in pages: who waits the longest first, each thread once, by one statement of its own', async () => {
    await site.sql("UPDATE help_threads SET state = 'closed'").run();
    const numbers: number[] = [];
    for (let at = 0; at < 53; at += 1) numbers.push(await open(await site.visitor()));
    const first = await site.call(listHelpQueue, {}, ali);
    const rest = await site.call(listHelpQueue, { after: first.next ?? '' }, ali);
    expect([...first.data, ...rest.data].map(({ number }) => number)).toEqual(numbers);
    expect([first.data.length, rest.next]).toEqual([50, null]);
    const closed = await site.call(listHelpQueue, { state: 'closed' }, ali);
    const times = closed.data.map(({ changed_at: at }) => at);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    const counted = countStatements(site.env);
    const watched = openMoney({ ...platform, env: counted.env }, vars);
    await watched.call(listHelpQueue, { after: '5.10001' }, ali);
    await watched.call(listHelpQueue, { state: 'answered' }, ali);
    const statements = counted.statements().filter((text) => text.includes('help_threads'));
    expect(statements).toHaveLength(2);
    for (const text of statements) {
      const values = Array.from({ length: text.match(/\?/g)?.length ?? 0 }, () => null);
      const { results } = await site.sql(`EXPLAIN QUERY PLAN ${text}`, ...values).all<{ detail: string }>();
      expect(
        results.filter(({ detail }) => /^SCAN|TEMP B-TREE/.test(detail)),
        text,
      ).toEqual([]);
    }
  });

  it('leaves a thread in its place when its writer adds to it, and puts it last when an answer was not enough', async () => {
    await site.sql("UPDATE help_threads SET state = 'closed'").run();
    const [a, b] = [await site.visitor(), await site.visitor()];
    const [first, second] = [await open(a), await open(b)];
    const add = (number: number, who: Visitor) => {
      site.clock.now += 60;
      return site.call(addHelpMessage, { number, key: newKey(), text: 'هنوز منتظرم' }, who);
    };
    const queue = async () => (await site.call(listHelpQueue, {}, ali)).data.map(({ number }) => number);
    await add(first, a);
    expect(await queue()).toEqual([first, second]);
    await site.call(answerHelp, { number: first, key: newKey(), rev: (await read(first)).rev, text: 'پاسخ' }, ali);
    expect(await queue()).toEqual([second]);
    await add(first, a);
    await add(second, b);
    expect(await queue()).toEqual([second, first]);
  });

  it('is under the account that wrote in the trail: one question finds who looked at it', async () => {
    const who = await site.visitor();
    const number = await open(who);
    await read(number);
    expect(await trail(`account:${String(who.id)}`)).toMatchObject([
      { operator: 'ali', action: 'getHelpThread', status: 200, after: JSON.stringify({ thread: number }) },
    ]);
  });

  it('shows a key that may read alone masked numbers, and takes no answer from it', async () => {
    const who = await site.visitor();
    const number = await open(who);
    const { data } = await site.call(addKey, { name: 'reader', permissions: ['help.read'] }, root);
    const machine = { id: 0, mobile: '', token: data.secret };
    const masked = `${who.mobile.slice(0, 4)}***${who.mobile.slice(7)}`;
    expect((await read(number, machine)).mobile).toBe(masked);
    const queue = await site.call(listHelpQueue, { after: `${String(site.clock.now - 1)}.1` }, machine);
    expect(queue.data).toMatchObject([{ number, mobile: masked }]);
    expect(JSON.stringify(queue)).not.toContain(who.mobile);
    const { rev } = await read(number);
    expect(await refuse(answerHelp, { number, key: newKey(), rev, text: 'پاسخ' }, machine)).toBe('403 operator_role');
  });

  it('is refused an empty text, one that is too long, an unknown thread, and a role without the permission', async () => {
    const number = await open(await site.visitor());
    const { rev } = await read(number);
    const input = { number, key: newKey(), rev, text: 'پاسخ' };
    expect(await refuse(answerHelp, { ...input, text: ' \u202e ' }, ali)).toBe('422 help_empty');
    expect(await refuse(answerHelp, { ...input, text: 'ب'.repeat(HELP_TEXT_MAX + 1) }, ali)).toBe('422 help_too_long');
    for (const [call, more] of [
      [getHelpThread, {}],
      [answerHelp, input],
      [closeHelp, { rev }],
    ] as const)
      expect(await refuse(call, { ...more, number: 999_999 }, ali), call.name).toBe('404 help_unknown');
    for (const [call, more] of [
      [listHelpQueue, {}],
      [getHelpThread, { number }],
      [answerHelp, input],
      [closeHelp, { number, rev }],
    ] as const) {
      expect(await refuse(call, more, finance), call.name).toBe('403 operator_role');
      expect(await refuse(call, more, await site.visitor()), call.name).toBe('401 unauthenticated');
    }
    expect((await read(number)).messages).toHaveLength(1);
  });
});
