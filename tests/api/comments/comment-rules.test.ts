import { describe, expect, it } from 'vitest';
import { addComment, listComments } from '../../../src/features/comments/contract.ts';
import {
  getCommentRules,
  listModeration,
  moderateComment,
  setCommentRules,
  setCommentWord,
  tryCommentWord,
} from '../../../src/features/comments/moderation-contract.ts';
import { FILM, openMoney, type Visitor } from '../../support/money/money.ts';
import { openShop } from '../../support/money/shop.ts';
import { parseFailure } from '../../support/site/api.ts';

const { platform } = await openShop();
const EDITOR = 'e'.repeat(32);
const MODERATOR = 'm'.repeat(32);
const site = openMoney(platform, { OPERATOR_TOKEN: `sara/editor:${EDITOR},mina/moderator:${MODERATOR}` });
const as = (token: string) => ({ id: 0, mobile: '', token });
const [editor, moderator] = [as(EDITOR), as(MODERATOR)];
const reason = 'a campaign against one film';

let texts = 0;
async function write(text: string, who?: Visitor) {
  site.clock.now += 61;
  const writer = who ?? (await site.visitor());
  return (await site.call(addComment, { id: FILM.id, text: `${text} ${String((texts += 1))}` }, writer)).data;
}
const readRules = async () => (await site.call(getCommentRules, {}, moderator)).data;

describe('the rules that hold a comment', () => {
  it('are those of COMMENTS_HOLD until somebody sets them, and count at the next comment', async () => {
    expect(await readRules()).toMatchObject({ rules: ['words', 'links'], is_set: false, rev: 0, words: [] });
    expect((await write('خوب')).state).toBe('shown');
    await site.call(setCommentRules, { rules: ['all'], rev: 0, reason }, editor);
    expect((await write('خوب')).state).toBe('held');
    await site.call(setCommentRules, { rules: ['none'], rev: 1, reason }, editor);
    expect((await write('بی‌شرف')).state).toBe('shown');
    await site.call(setCommentRules, { rules: ['words', 'links'], rev: 2, reason }, editor);
    expect((await write('بی‌شرف')).state).toBe('held');
    expect(await readRules()).toMatchObject({ is_set: true, rev: 3, changed_by: 'sara' });
  });

  it('are set by the first of two who read the same, and the trail has before and after', async () => {
    const { rev } = await readRules();
    const answers = await Promise.all(
      (['all', 'links'] as const).map((rule) => site.ask(setCommentRules, { rules: [rule], rev, reason }, editor)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused && (await parseFailure(refused))).toMatchObject({ code: 'rules_changed' });
    const row = await site
      .sql(
        "SELECT before, after FROM operator_audit WHERE action = 'setCommentRules' AND status = 200 ORDER BY id DESC",
      )
      .first();
    expect(row?.['before']).toContain('words,links');
    expect(row?.['after']).toContain(reason);
    await site.call(setCommentRules, { rules: ['words', 'links'], rev: rev + 1, reason }, editor);
  });

  it('are read by a moderator and not set; nothing but the known rules is taken', async () => {
    const { rev } = await readRules();
    expect((await site.ask(setCommentRules, { rules: ['none'], rev, reason }, moderator)).status).toBe(403);
    expect((await site.ask(setCommentWord, { word: 'film', holds: 'yes', reason }, moderator)).status).toBe(403);
    for (const rules of [[], ['wrods'], 'all', null]) {
      const input = { rules, rev, reason } as never;
      expect((await site.ask(setCommentRules, input, editor)).status, String(rules)).toBe(422);
    }
    expect((await readRules()).rev).toBe(rev);
  });
});

describe('a word', () => {
  it('holds in every spelling, passes where the built-in list would hold it, and is as built in again', async () => {
    await site.call(setCommentWord, { word: ' ﺑﻲ‌ﻣﺰه ', holds: 'yes', reason }, editor);
    for (const text of ['خیلی بی‌مزه بود', 'بی مزه', 'ب ی م ز ه', 'بییی‌مزههه', 'بيمزه'])
      expect((await write(text)).state, text).toBe('held');
    expect((await write('مزه')).state).toBe('shown');
    await site.call(setCommentWord, { word: 'لاشی', holds: 'no', reason }, editor);
    expect((await write('لاشی')).state).toBe('shown');
    expect((await readRules()).words.map(({ holds }) => holds).sort()).toEqual([false, true]);
    await site.call(setCommentWord, { word: 'لاشی', holds: 'built_in', reason }, editor);
    expect((await write('لاشی')).state).toBe('held');
    await site.call(setCommentWord, { word: 'بی‌مزه', holds: 'built_in', reason }, editor);
    expect((await write('بی‌مزه')).state).toBe('shown');
    expect((await readRules()).words).toEqual([]);
  });

  it('hides a name that has it, and shows one that the built-in list would hide', async () => {
    const who = await site.visitor();
    const names = ['عمو بی‌مزه', 'لاشی'];
    const ids: number[] = [];
    for (const name of names) {
      site.clock.now += 61;
      const { data } = await site.call(addComment, { id: FILM.id, text: `نام ${String((texts += 1))}`, name }, who);
      ids.push(data.id);
    }
    const readNames = async () => {
      const [readers, queue] = [
        (await site.call(listComments, { id: FILM.id })).data,
        (await site.call(listModeration, { queue: 'all', user: who.id }, moderator)).data,
      ];
      return ids.map((id) => [
        readers.find((comment) => comment.id === id)?.name,
        queue.find((comment) => comment.id === id)?.reader_name,
      ]);
    };
    expect(await readNames()).toEqual([
      [names[0], names[0]],
      ['', ''],
    ]);
    await site.call(setCommentWord, { word: 'بی‌مزه', holds: 'yes', reason }, editor);
    await site.call(setCommentWord, { word: 'لاشی', holds: 'no', reason }, editor);
    expect(await readNames()).toEqual([
      ['', ''],
      [names[1], names[1]],
    ]);
    await site.sql('UPDATE users SET cancelled_at = 1 WHERE id = ?', who.id).run();
    expect(await readNames()).toEqual([
      ['', ''],
      ['', ''],
    ]);
    for (const word of ['بی‌مزه', 'لاشی']) await site.call(setCommentWord, { word, holds: 'built_in', reason }, editor);
  });

  it('is refused where it has fewer than two letters once folded, or is long', async () => {
    for (const word of ['', ' ', 'ا', '…!', '\u202e\u200f', 'آآآآ', 'x'.repeat(61)])
      expect((await site.ask(setCommentWord, { word, holds: 'yes', reason }, editor)).status, word).toBe(422);
  });

  it('is tried on comments that are there, alone, and changes nothing', async () => {
    const { id } = await write('چه پایان دلگیری');
    const { data } = await site.call(tryCommentWord, { word: 'دلگیری' }, moderator);
    expect(data.newest.map((comment) => comment.id)).toEqual([id]);
    expect([data.matched, data.looked_at > data.matched]).toEqual([1, true]);
    expect((await write('دلگیری')).state).toBe('shown');
  });
});

describe('the queue of one writer', () => {
  it('has all of theirs with the title, what they answer, and how many have each state', async () => {
    const who = await site.visitor();
    const root = await write('ریشه');
    const comment = await write('خوب', who);
    await write('بی‌شرف', who);
    const removed = await write('بد', who);
    await site.call(moderateComment, { id: removed.id, state: 'removed' }, moderator);
    site.clock.now += 61;
    const reply = { id: FILM.id, text: 'پاسخ', parent_id: root.id };
    await site.call(addComment, reply, who);
    const { data, writer } = await site.call(listModeration, { queue: 'all', user: who.id }, moderator);
    expect(data.map(({ state }) => state)).toEqual(['shown', 'removed', 'held', 'shown']);
    expect(data[3]).toMatchObject({ id: comment.id, title_id: FILM.id, parent_text: null });
    expect(data[0]?.title_fa).toBeTruthy();
    expect(data[0]?.parent_text).toContain('ریشه');
    expect(writer).toEqual({ shown: 2, held: 1, removed: 1 });
    expect((await site.call(listModeration, { queue: 'held', user: who.id }, moderator)).data).toHaveLength(1);
    expect(await site.call(listModeration, { queue: 'all' }, moderator)).toEqual({
      data: [],
      next: null,
      writer: null,
    });
  });
});
