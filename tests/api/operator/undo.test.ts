import { beforeEach, describe, expect, it } from 'vitest';
import { addComment, deleteComment } from '../../../src/features/comments/contract.ts';
import {
  moderateComment,
  moderateComments,
  undoModeration,
} from '../../../src/features/comments/moderation-contract.ts';
import { buyPlan } from '../../../src/features/checkout/contract.ts';
import * as accounts from '../../../src/features/operator/accounts-contract.ts';
import { FILM, openMoney, PLAN } from '../../support/money/money.ts';
import { openShop, topUp } from '../../support/money/shop.ts';
import { parseFailure } from '../../support/site/api.ts';

const { platform } = await openShop();
const [ALI, EYE] = ['a'.repeat(40), 'e'.repeat(40)];
const site = openMoney(platform, { OPERATOR_TOKEN: `ali:${ALI},eye/viewer:${EYE}` });
const as = (token: string) => ({ id: 0, mobile: '', token });
const [ali, viewer] = [as(ALI), as(EYE)];
const { clock } = site;
const DAY = 24 * 60 * 60;
let keys = 0;

const refuse = async (...[call, input, who]: Parameters<typeof site.ask>) => {
  const { status, code } = await parseFailure(await site.ask(call, input, who));
  return `${String(status)} ${code}`;
};
const readEnd = async (id: number) => (await site.call(accounts.getAccount, { id }, ali)).data.subscribed_until;

beforeEach(() => {
  clock.now += DAY;
});

describe('days that were given', () => {
  async function give(subscribedUntil: number) {
    const who = await site.visitor({ subscribedUntil });
    keys += 1;
    const input = { id: who.id, key: `days-undo-${String(keys)}`, days: 7, reason: 'an outage' };
    const { data } = await site.call(accounts.extendAccount, input, ali);
    return { who, input: { id: who.id, compensation: data.id, reason: 'to the wrong account' }, given: data };
  }

  it('are taken back once within ten minutes, to the very second, also by thirty at one moment', async () => {
    for (const before of [0, clock.now - 5 * DAY, clock.now + 5 * DAY]) {
      const { who, input } = await give(before);
      clock.now += 9 * 60;
      const answers = await Promise.all(Array.from({ length: 30 }, () => site.ask(accounts.undoDays, input, ali)));
      const good = answers.filter(({ status }) => status === 200);
      expect(good).toHaveLength(1);
      expect(await readEnd(who.id)).toBe(before);
      clock.now += 10 * 60;
    }
  });

  it('are not taken back later, twice, of another account, without the permission, or after a purchase', async () => {
    const { who, input, given } = await give(clock.now + DAY);
    const other = await site.visitor();
    expect(await refuse(accounts.undoDays, { ...input, id: other.id }, ali)).toBe('404 person_unknown');
    expect(await refuse(accounts.undoDays, input, viewer)).toBe('403 operator_role');
    expect(await refuse(accounts.undoDays, input, who)).toBe('401 unauthenticated');
    clock.now += 601;
    expect(await refuse(accounts.undoDays, input, ali)).toBe('409 undo_over');
    clock.now -= 601 + 700;
    expect(await refuse(accounts.undoDays, input, ali)).toBe('409 undo_over');
    clock.now += 700;
    expect(await readEnd(who.id)).toBe(given.until_after);
    await topUp(site, who, 200_000);
    await site.call(buyPlan, { plan_id: PLAN.id, payment_method: 'wallet' }, who);
    expect(await refuse(accounts.undoDays, input, ali)).toBe('409 undo_changed');
    expect(await readEnd(who.id)).toBe(given.until_after + PLAN.days * DAY);
    const next = await give(0);
    await site.call(accounts.undoDays, next.input, ali);
    expect(await refuse(accounts.undoDays, next.input, ali)).toBe('409 undo_done');
  });

  it('leave their row, and the trail both ends; the row is not undone by hand again', async () => {
    const { who, input, given } = await give(0);
    await site.call(accounts.undoDays, input, ali);
    const { data } = await site.call(accounts.getAccount, { id: who.id }, ali);
    expect(data.compensations).toMatchObject([{ id: given.id, days: 7, undone_at: clock.now }]);
    const act = await site.sql("SELECT * FROM operator_audit WHERE action = 'undoDays' ORDER BY id DESC").first();
    expect(act).toMatchObject({ operator: 'ali', subject: `account:${String(who.id)}`, status: 200 });
    expect(JSON.parse(String(act?.['before']))).toEqual({ subscribed_until: given.until_after });
    expect(JSON.parse(String(act?.['after']))).toEqual({ subscribed_until: 0, reason: 'to the wrong account' });
    const update = site.sql('UPDATE compensations SET undone_at = NULL WHERE id = ?', given.id).run();
    await expect(update).rejects.toThrow('compensation_append_only');
  });
});

describe('a decision about comments', () => {
  async function write(text: string): Promise<number> {
    clock.now += 61;
    return (await site.call(addComment, { id: FILM.id, text }, await site.visitor())).data.id;
  }
  const readStates = async (ids: readonly number[]) =>
    Promise.all(ids.map((id) => site.sql('SELECT state FROM comments WHERE id = ?', id).first('state')));
  const decide = async (ids: readonly number[], state = 'removed') =>
    (await site.call(moderateComments, { ids, state, reason: 'insults' }, ali)).data.undo;

  it('is taken back once: each comment is as it was, and the film counts it again', async () => {
    const ids = [await write('خوب بود'), await write('بیا t.me/film')];
    const count = () => site.sql('SELECT comments FROM title_feedback WHERE title_id = ?', FILM.id).first('comments');
    const before = await count();
    const id = await decide(ids);
    expect(await count()).toBe(Number(before) - 1);
    const answers = await Promise.all([0, 1, 2].map(() => site.ask(undoModeration, { id }, ali)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await readStates(ids)).toEqual(['shown', 'held']);
    expect(await count()).toBe(before);
    expect(await site.sql('SELECT removed_by, reviewed_at FROM comments WHERE id = ?', ids[0] ?? 0).first()).toEqual({
      removed_by: '',
      reviewed_at: null,
    });
    const act = await site.sql("SELECT * FROM operator_audit WHERE action = 'undoModeration' AND status = 200").first();
    expect(JSON.parse(String(act?.['after']))).toEqual({ restored: ids });
    const writers = await site.sql('SELECT subject FROM audit_subjects WHERE audit_id = ?', Number(act?.['id'])).all();
    expect(writers.results).toHaveLength(ids.length);
  });

  it('stays where somebody decided since or the writer deleted, after ten minutes, and for who may not', async () => {
    const ids = [await write('یک'), await write('دو'), await write('سه')];
    const writer = await site.visitor();
    clock.now += 61;
    const ownComment = (await site.call(addComment, { id: FILM.id, text: 'چهار' }, writer)).data.id;
    const decision = await decide([ownComment], 'shown');
    await site.call(deleteComment, { id: ownComment }, writer);
    expect((await site.call(undoModeration, { id: decision }, ali)).data.restored).toEqual([]);
    const id = await decide(ids);
    clock.now += 60;
    await site.call(moderateComment, { id: ids[0], state: 'removed' }, ali);
    expect(await refuse(undoModeration, { id }, viewer)).toBe('403 operator_role');
    const { data } = await site.call(undoModeration, { id }, ali);
    expect(data.restored).toEqual(ids.slice(1));
    expect(await readStates(ids)).toEqual(['removed', 'shown', 'shown']);
    const late = await decide(ids);
    clock.now += 601;
    expect(await refuse(undoModeration, { id: late }, ali)).toBe('409 undo_over');
    expect(await refuse(undoModeration, { id: 987_654 }, ali)).toBe('409 undo_over');
    expect(await decide([987_654])).toBeNull();
  });
});
