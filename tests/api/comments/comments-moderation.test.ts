import { describe, expect, it } from 'vitest';
import {
  addComment,
  deleteComment,
  likeComment,
  listComments,
  reportComment,
} from '../../../src/features/comments/contract.ts';
import {
  listModeration,
  moderateComment,
  moderateComments,
} from '../../../src/features/comments/moderation-contract.ts';
import { getAccount } from '../../../src/features/operator/accounts-contract.ts';
import { listAccess } from '../../../src/features/staff/access-contract.ts';
import { listAlarms } from '../../../src/features/operator/alarms-contract.ts';
import { supportsApiCall } from '../../../src/app/api-backend.ts';
import { PERMISSIONS } from '../../../src/platform/http/calls/permissions.ts';
import { listOperatorTokenProblems, readOperatorTokens } from '../../../src/platform/http/calls/operator-tokens.ts';
import { parseFailure, openApi } from '../../support/site/api.ts';
import { FILM, openMoney, type MoneySite, type Visitor } from '../../support/money/money.ts';
import { openShop } from '../../support/money/shop.ts';

const { platform } = await openShop();
const ALI = 'a'.repeat(32);
const MINA = 'b'.repeat(32);
const vars = { OPERATOR_TOKEN: `ali:${ALI},mina/comments:${MINA}` };
const site = openMoney(platform, vars);
const as = (token: string) => ({ id: 0, mobile: '', token });
const [ali, mina] = [as(ALI), as(MINA)];

let texts = 0;
async function write(who: Visitor, text = 'خوب بود', at: MoneySite = site) {
  at.clock.now += 61;
  site.clock.now = at.clock.now;
  return (await at.call(addComment, { id: FILM.id, text: `${text} ${String((texts += 1))}` }, who)).data;
}
const isShown = async (id: number) =>
  (await site.call(listComments, { id: FILM.id })).data.some((root) => root.id === id);
const listQueue = async (queue: string) => (await site.call(listModeration, { queue }, mina)).data;

describe('what waits for an operator', () => {
  it('is held by the words of the list and by links, unless it is told otherwise', async () => {
    const who = await site.visitor();
    for (const text of ['چه بی‌شرف بود', 'بیا اینجا t.me/film', '۰۹۱۲۳۴۵۶۷۸۹ زنگ بزن']) {
      const { id, state } = await write(who, text);
      expect([state, await isShown(id)], text).toEqual(['held', false]);
    }
    expect((await write(who)).state).toBe('shown');
  });

  it('is what the rules of COMMENTS_HOLD say; a rule that is none holds all', async () => {
    const rules = {
      all: 'held',
      none: 'shown',
      'words,first': 'held',
      'wrods,links': 'held',
      '': 'held',
      links: 'shown',
    };
    for (const [rule, state] of Object.entries(rules)) {
      const strict = openMoney(platform, { ...vars, COMMENTS_HOLD: rule });
      strict.clock.now = site.clock.now;
      const who = await strict.visitor();
      expect((await write(who, 'خوب', strict)).state, rule).toBe(state);
    }
  });

  it('is only the first of a writer, where that is the rule, until one of theirs is shown', async () => {
    const first = openMoney(platform, { ...vars, COMMENTS_HOLD: 'first' });
    first.clock.now = site.clock.now;
    const who = await first.visitor();
    const { id } = await write(who, 'خوب', first);
    expect((await write(who, 'خوب', first)).state).toBe('held');
    await site.call(moderateComment, { id, state: 'shown' }, mina);
    expect((await write(who, 'خوب', first)).state).toBe('shown');
  });
});

describe('in front of a provider', () => {
  it('are offered only where the provider says that it has them', () => {
    const provider = { ...site.env, API_BASE_URL: 'https://provider.test/api/v1' };
    expect(supportsApiCall(site.env, listComments.name)).toBe(true);
    expect(supportsApiCall(provider, listComments.name)).toBe(false);
    expect(supportsApiCall({ ...provider, PROVIDER_CALLS: 'getTitle' }, listComments.name)).toBe(false);
    expect(supportsApiCall({ ...provider, PROVIDER_CALLS: 'getTitle,listComments' }, listComments.name)).toBe(true);
  });
});

describe('the operator’s calls', () => {
  it('remove and show many for one reason, say which were gone, and keep the states before in the trail', async () => {
    const who = await site.visitor();
    const ids = [(await write(who)).id, (await write(who, 'بیا t.me/film')).id, (await write(who)).id];
    await site.call(deleteComment, { id: ids[2] }, who);
    const wanted = { ids: [...ids, 987_654], state: 'removed', reason: 'insults' } as const;
    const { data } = await site.call(moderateComments, wanted, mina);
    expect(data).toMatchObject({ done: ids.slice(0, 2), unknown: [ids[2], 987_654] });
    expect(await isShown(ids[0] ?? 0)).toBe(false);
    const row = await site.sql("SELECT * FROM operator_audit WHERE action = 'moderateComments'").first();
    expect(JSON.parse(String(row?.['before']))).toEqual([
      { id: ids[0], state: 'shown' },
      { id: ids[1], state: 'held' },
    ]);
    expect(row?.['after']).toContain('insults');
    await site.call(moderateComments, { ...wanted, state: 'shown' }, mina);
    expect([await isShown(ids[0] ?? 0), await isShown(ids[1] ?? 0)]).toEqual([true, true]);
    expect((await site.ask(moderateComments, { ...wanted, reason: '' }, mina)).status).toBe(422);
  });

  it('list a queue, show and remove, each with a row of the audit', async () => {
    const who = await site.visitor();
    const { id } = await write(who, 'بی‌شرف');
    expect((await listQueue('held')).find((it) => it.id === id)).toMatchObject({
      title_id: FILM.id,
      user_id: who.id,
      held_for: 'words',
      state: 'held',
    });
    const comment = (await site.call(moderateComment, { id, state: 'shown' }, mina)).data;
    expect(comment).toMatchObject({ state: 'shown', reviewed_by: 'mina', reviewed_at: site.clock.now });
    expect(await isShown(id)).toBe(true);
    const removed = (await site.call(moderateComment, { id, state: 'removed' }, ali)).data;
    expect(removed).toMatchObject({ state: 'removed', removed_by: 'operator', reviewed_by: 'ali' });
    expect(await isShown(id)).toBe(false);
    expect((await listQueue('removed')).map((it) => it.id)).toContain(id);
    const { results } = await site
      .sql(
        "SELECT operator, subject, status, before, after FROM operator_audit WHERE action = 'moderateComment' ORDER BY id DESC LIMIT 2",
      )
      .all();
    const [heldState, shownState, removedState] = ['held', 'shown', 'removed'].map((state) =>
      JSON.stringify({ state }),
    );
    expect(results).toEqual([
      { operator: 'ali', subject: `${String(id)} removed`, status: 200, before: shownState, after: removedState },
      { operator: 'mina', subject: `${String(id)} shown`, status: 200, before: heldState, after: shownState },
    ]);
    const access = (await site.call(listAccess, {}, who)).data.map(({ action }) => action);
    expect(access.filter((action) => action === 'moderateComment')).toHaveLength(2);
  });

  it('see the second that covers a comment and its answers on the site, and its likes, in the queue and on the account', async () => {
    const [writer, reader] = [await site.visitor(), await site.visitor()];
    site.clock.now += 61;
    const root = (await site.call(addComment, { id: FILM.id, text: 'the end', at: 90 }, writer)).data;
    site.clock.now += 61;
    const answer = { id: FILM.id, text: 'an answer', parent_id: root.id };
    const reply = (await site.call(addComment, answer, writer)).data;
    await site.call(likeComment, { id: root.id }, reader);
    const [second, first] = (await site.call(listModeration, { queue: 'all', user: writer.id }, mina)).data;
    expect(first).toMatchObject({ id: root.id, at: 90, likes: 1, parent_text: null });
    expect(second).toMatchObject({ id: reply.id, at: 90, likes: 0, parent_text: 'the end' });
    expect((await site.call(getAccount, { id: writer.id }, ali)).data.comments).toMatchObject([
      { id: reply.id, at: 90, likes: 0 },
      { id: root.id, at: 90, likes: 1 },
    ]);
  });

  it('see who reported for what, and what is reported again after they have shown it, until they decide again', async () => {
    const { id } = await write(await site.visitor());
    for (const reason of ['spam', 'spam', 'insult']) {
      await site.call(reportComment, { id, reason }, await site.visitor());
    }
    const match = (await listQueue('reported')).find((it) => it.id === id);
    expect(match).toMatchObject({ state: 'held', held_for: 'reports', reports: 3, reasons: { spam: 2, insult: 1 } });
    await site.call(moderateComment, { id, state: 'shown' }, mina);
    const findReported = async () => (await listQueue('reported')).find((it) => it.id === id);
    expect(await findReported()).toBeUndefined();
    site.clock.now += 1;
    for (let more = 0; more < 5; more += 1) {
      await site.call(reportComment, { id, reason: 'spam' }, await site.visitor());
    }
    expect(await isShown(id)).toBe(true);
    expect(await findReported()).toMatchObject({ state: 'shown', reports: 8, new_reports: 5 });
    site.clock.now += 1;
    await site.call(moderateComments, { ids: [id], state: 'shown', reason: 'harmless' }, mina);
    expect(await findReported()).toBeUndefined();
  });

  it('cannot bring back what its writer deleted, nor what does not exist', async () => {
    const who = await site.visitor();
    const { id } = await write(who);
    await site.call(deleteComment, { id }, who);
    for (const unknown of [id, 999_999]) {
      expect((await parseFailure(await site.ask(moderateComment, { id: unknown, state: 'shown' }, mina))).code).toBe(
        'comment_unknown',
      );
    }
    expect((await site.ask(moderateComment, { id, state: 'held' }, mina)).status).toBe(422);
  });

  it('are refused to visitors, strangers, and to nobody in particular; they do not exist without operators', async () => {
    const { id } = await write(await site.visitor());
    const visitor = await site.visitor();
    for (const [call, input] of [
      [listModeration, {}],
      [moderateComment, { id, state: 'removed' }],
    ] as const) {
      for (const who of [undefined, visitor, as('c'.repeat(32)), as(`mina/comments:${MINA}`)]) {
        expect((await site.ask(call, input, who)).status).toBe(401);
      }
      const path = call.path.replace(':id', String(id));
      const shut = openApi(platform);
      expect(
        (await shut.send(path, { method: call.method, headers: { authorization: `Bearer ${MINA}` } })).status,
      ).toBe(404);
    }
    expect(await isShown(id)).toBe(true);
  });

  it('are all that an operator of comments has, and the refusal is audited', async () => {
    expect(await parseFailure(await site.ask(listAlarms, {}, mina))).toMatchObject({
      status: 403,
      code: 'operator_role',
    });
    expect((await site.ask(listAlarms, {}, ali)).status).toBe(200);
    const row = await site
      .sql("SELECT status FROM operator_audit WHERE operator = 'mina' AND action = 'listAlarms'")
      .first('status');
    expect(row).toBe(403);
  });

  it('know no role but theirs: another makes a token that opens nothing', () => {
    const read = (text: string) => readOperatorTokens({ OPERATOR_TOKEN: text });
    expect(read(`mina/comments:${MINA}`)).toEqual([{ name: 'mina', permissions: ['comments.moderate'], secret: MINA }]);
    expect(read(`ali:${ALI}`)).toEqual([{ name: 'ali', permissions: PERMISSIONS, secret: ALI }]);
    expect(read(`mina/boss:${MINA}`)).toEqual([]);
    expect(read(`mina/:${MINA}`)).toEqual([]);
    expect(listOperatorTokenProblems({ OPERATOR_TOKEN: `mina/boss:${MINA}` })).toHaveLength(1);
  });
});
