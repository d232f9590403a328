import { describe, expect, it } from 'vitest';
import { KIDS_HEADER } from '../../../src/platform/http/session/kids.ts';
import * as calls from '../../../src/features/comments/contract.ts';
import { saveSettings } from '../../../src/features/accounts/contract/account.ts';
import { addToList } from '../../../src/features/lists/contract.ts';
import { saveProgress } from '../../../src/features/progress/contract.ts';
import { COMMENT_MAX, COMMENT_TYPED_MAX } from '../../../src/features/comments/comments.ts';
import { SHARED_KIDS } from '../../../src/platform/http/session/kids-cookie.ts';
import { refuseForeignOrigin } from '../../../src/app/origin-check.ts';
import { parseFailure, ORIGIN } from '../../support/site/api.ts';
import { FILM, OTHER_FILM, SERIES, type Visitor } from '../../support/money/money.ts';
import { openShop } from '../../support/money/shop.ts';
import { addRows } from '../../support/database/rows.ts';

const { site } = await openShop();
const { addComment, deleteComment, likeComment, listComments, rateTitle, reportComment } = calls;
/** Of the films of the shop. Seconds. */
const LENGTH = 90 * 60;

/** Text that no earlier test has sent. */
let texts = 0;
const newText = (text = 'خوب بود') => `${text} ${String((texts += 1))}`;
async function write(who: Visitor, more: Record<string, unknown> = {}) {
  site.clock.now += 61;
  return (await site.call(addComment, { id: FILM.id, text: newText(), ...more }, who)).data;
}
const refusal = async (who: Visitor | undefined, more: Record<string, unknown>) =>
  (await parseFailure(await site.ask(addComment, { id: FILM.id, text: newText(), ...more }, who))).code;
const read = (id: number, who?: Visitor, more: Record<string, unknown> = {}) =>
  site.call(listComments, { id, ...more }, who);
async function find(id: number, who?: Visitor, more: Record<string, unknown> = {}) {
  const { data } = await read(FILM.id, who, more);
  return data.flatMap((root) => [root, ...root.thread]).find((comment) => comment.id === id);
}
const watch = (who: Visitor, id: number, at: number, more: Record<string, unknown> = {}) => {
  const { now } = site.clock;
  const points = [{ at, when: now }];
  return site.call(saveProgress, { now, titles: [{ id, duration: LENGTH, since: 0, seen: 0, points, ...more }] }, who);
};

describe('a comment', () => {
  it('is read by everybody, the newest first, with its writer’s name and without their number', async () => {
    const [writer, reader] = [await site.visitor(), await site.visitor()];
    const [first, second] = [await write(writer, { name: 'نرگس' }), await write(writer)];
    for (const who of [undefined, reader]) {
      const { data, total } = await read(FILM.id, who);
      expect(data.slice(0, 2).map(({ id }) => id)).toEqual([second.id, first.id]);
      expect(data[0]).toMatchObject({ name: 'نرگس', is_own: false, state: 'shown', at: null, is_covered: false });
      expect(JSON.stringify(data)).not.toContain(writer.mobile);
      expect(total).toBe(2);
    }
    expect((await find(first.id, writer))?.is_own).toBe(true);
  });

  it('keeps the name it was written with, and never shows the one of the account', async () => {
    const who = await site.visitor();
    const getName = async () => (await site.call(listComments, { id: FILM.id }, who)).viewer?.name;
    const change = (values: { name?: string; comment_name?: string }) => site.call(saveSettings, values, who);
    await change({ name: 'نام شناسنامه' });
    expect(await getName()).toBeNull();
    const first = await write(who);
    // The whole form of the settings was sent, with the field left empty: that is not an answer.
    await change({ comment_name: '' });
    expect(await getName()).toBeNull();
    const second = await write(who, { name: ' نرگس\u202e ' });
    expect(await getName()).toContain('نرگس');
    await site.sql('UPDATE comments SET created_at = created_at - 3600 WHERE user_id = ?', who.id).run();
    const third = await write(who);
    await change({ name: 'دیگری', comment_name: 'لاله' });
    const fourth = await write(who);
    await change({ comment_name: '' });
    expect(await getName()).toBe('');
    const names = await Promise.all([first, second, third, fourth].map(async ({ id }) => (await find(id))?.name));
    expect(names).toEqual(['', 'نرگس', 'نرگس', 'لاله']);
    expect(JSON.stringify((await site.call(listComments, { id: FILM.id })).data)).not.toMatch(/شناسنامه|دیگری/);
    for (const name of ['<b>', 'x'.repeat(61), 'a\nb'])
      expect((await site.ask(addComment, { id: FILM.id, text: 'متنی دیگر', name }, who)).status).toBe(422);
  });

  it('is plain text: markup and entities come back as they were sent', async () => {
    const who = await site.visitor();
    for (const text of [
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '&lt;b&gt;&#x202e;',
      '"><svg/onload=1>',
      "'; DROP TABLE comments; --",
      '[a](javascript:alert(1))',
    ]) {
      const { id } = await write(who, { text });
      expect((await find(id))?.text).toBe(text);
    }
  });

  it('cannot turn the page around: bidi controls go, ZWNJ stays', async () => {
    const who = await site.visitor();
    const { id } = await write(who, { text: '\u202eمی‌رود\u2067 \u061cabc\u2069\u0000' });
    expect((await find(id))?.text).toBe('می‌رود abc');
  });

  it(`has at most ${String(COMMENT_MAX)} code points, however many units or graphemes they are`, async () => {
    const who = await site.visitor();
    for (const text of ['ب'.repeat(COMMENT_MAX), '😀'.repeat(COMMENT_MAX), ` ${'a'.repeat(COMMENT_MAX)}\r\n`]) {
      expect((await write(who, { text })).state).toBe('shown');
    }
    site.clock.now += 61;
    for (const text of [
      'ب'.repeat(COMMENT_MAX + 1),
      '😀'.repeat(COMMENT_MAX + 1),
      '👨‍👩‍👧'.repeat(201),
      ' '.repeat(COMMENT_TYPED_MAX + 1),
    ]) {
      expect(await parseFailure(await site.ask(addComment, { id: FILM.id, text }, who))).toMatchObject({
        status: 422,
        code: 'comment_too_long',
        fields: ['text'],
      });
    }
    for (const text of ['', '  \n ', '\u202e\u200b']) expect(await refusal(who, { text })).toBe('comment_empty');
    for (const text of [null, 5, ['a'], 'x'.repeat(20_001)]) expect(await refusal(who, { text })).toBe('invalid_input');
  });

  it('is one of three in any minute, also of those sent at the same moment', async () => {
    const who = await site.visitor();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => site.ask(addComment, { id: FILM.id, text: newText() }, who)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
    site.clock.now += 59;
    const late = await site.ask(addComment, { id: FILM.id, text: newText() }, who);
    expect([late.status, late.headers.get('retry-after')]).toEqual([429, '1']);
    expect((await parseFailure(late)).code).toBe('comment_too_soon');
    site.clock.now += 1;
    expect((await site.ask(addComment, { id: FILM.id, text: newText() }, who)).status).toBe(200);
    // Deleting one does not make room for another.
    const { id } = await write(who);
    for (let more = 0; more < 2; more += 1) await site.call(addComment, { id: FILM.id, text: newText() }, who);
    await site.call(deleteComment, { id }, who);
    expect(await refusal(who, {})).toBe('comment_too_soon');
  });

  it('sent twice is there once', async () => {
    const who = await site.visitor();
    const text = newText();
    const twice = await Promise.all([1, 2].map(() => site.ask(addComment, { id: FILM.id, text }, who)));
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await refusal(who, { text: ` ${text}\n` })).toBe('comment_repeated');
    site.clock.now += 61;
    expect((await site.ask(addComment, { id: OTHER_FILM.id, text }, who)).status).toBe(200);
  });

  it('is about a title that exists', async () => {
    expect(await refusal(await site.visitor(), { id: 999 })).toBe('title_not_found');
    expect((await parseFailure(await site.ask(listComments, { id: 999 }))).code).toBe('title_not_found');
  });

  it('is nobody’s without a session, and not for a kids session', async () => {
    const who = await site.visitor();
    const { id } = await write(who);
    const all = [
      [addComment, { id: FILM.id, text: 'x' }],
      [deleteComment, { id }],
      [likeComment, { id }],
      [reportComment, { id, reason: 'spam' }],
      [rateTitle, { id: FILM.id, stars: 5 }],
    ] as const;
    for (const [call, input] of all) {
      expect((await parseFailure(await site.ask(call, input))).code).toBe('unauthenticated');
      const kids = await site.ask(call, input, who, { [KIDS_HEADER]: SHARED_KIDS });
      expect(await parseFailure(kids)).toMatchObject({ status: 403, code: 'kids_not_allowed' });
    }
    const list = await site.ask(listComments, { id: FILM.id }, undefined, { [KIDS_HEADER]: SHARED_KIDS });
    expect(await parseFailure(list)).toMatchObject({ status: 403, code: 'kids_not_allowed' });
  });

  it('is not taken from another site, by the API or by a form of the page', async () => {
    for (const path of ['/api/v1/comments/titles/10', '/api/v1/comments/5/like', '/comments/10']) {
      for (const header of [
        ['origin', 'https://evil.test'],
        ['origin', 'null'],
        ['sec-fetch-site', 'cross-site'],
      ] as [string, string][]) {
        const request = new Request(ORIGIN + path, { method: 'POST', headers: [header] });
        expect((await refuseForeignOrigin(request, site.env))?.status, path).toBe(403);
      }
      const ownRequest = new Request(ORIGIN + path, { method: 'POST', headers: { origin: ORIGIN } });
      expect(await refuseForeignOrigin(ownRequest, site.env)).toBeNull();
    }
  });

  it('comes in pages of twenty, none twice', async () => {
    const who = await site.visitor();
    const comments = Array.from({ length: 45 }, (_, at) => ({
      ...{ title_id: OTHER_FILM.id, user_id: who.id, text: `متن ${String(at)}` },
    }));
    await addRows(site.env.DB, 'comments', comments);
    const ids: number[] = [];
    let before: number | null | undefined;
    do {
      const page = await read(OTHER_FILM.id, undefined, before === undefined ? {} : { before });
      ids.push(...page.data.map(({ id }) => id));
      before = page.next;
    } while (before !== null);
    expect(ids.length).toBeGreaterThanOrEqual(45);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
  });
});

describe('a reply', () => {
  it('stands below what it answers, and both are counted', async () => {
    const [one, two] = [await site.visitor(), await site.visitor()];
    const root = await write(one);
    const before = (await read(FILM.id)).total;
    const reply = await write(two, { parent_id: root.id });
    const { data, total } = await read(FILM.id);
    expect(data.find(({ id }) => id === root.id)).toMatchObject({
      replies: 1,
      thread: [{ id: reply.id, parent_id: root.id }],
    });
    expect(data.map(({ id }) => id)).not.toContain(reply.id);
    expect(total).toBe(before + 1);
  });

  it('answers a shown comment of the same title that is no reply itself', async () => {
    const [one, two] = [await site.visitor(), await site.visitor()];
    const [root, gone, elsewhere] = [await write(one), await write(one), await write(one, { id: OTHER_FILM.id })];
    const reply = await write(two, { parent_id: root.id });
    const heldComment = await write(one, { text: newText('بی‌شرف') });
    await site.call(deleteComment, { id: gone.id }, one);
    site.clock.now += 61;
    for (const id of [gone.id, elsewhere.id, reply.id, heldComment.id, 999_999]) {
      expect(await refusal(two, { parent_id: id }), String(id)).toBe('comment_unknown');
    }
  });

  it('outlives what it answers, of which only the place is left', async () => {
    const [one, two] = [await site.visitor(), await site.visitor()];
    const root = await write(one, { at: 60 });
    const reply = await write(two, { parent_id: root.id });
    await site.call(deleteComment, { id: root.id }, one);
    const left = (await read(FILM.id, undefined, { show: 'all' })).data.find(({ id }) => id === root.id);
    expect(left).toMatchObject({ state: 'removed', text: null, name: '', at: null, thread: [{ id: reply.id }] });
    await site.call(deleteComment, { id: reply.id }, two);
    expect(await find(root.id)).toBeUndefined();
  });

  it('beyond the first five is on the page of its thread', async () => {
    const root = await write(await site.visitor());
    for (let at = 0; at < 7; at += 1) await write(await site.visitor(), { parent_id: root.id });
    expect((await read(FILM.id)).data.find(({ id }) => id === root.id)).toMatchObject({ replies: 7 });
    expect(await find(root.id)).toHaveProperty('thread.length', 5);
    const { data } = await read(FILM.id, undefined, { thread: root.id });
    expect(data.map(({ id, thread }) => [id, thread.length])).toEqual([[root.id, 7]]);
    // The thread of another title is not below this one.
    expect((await read(OTHER_FILM.id, undefined, { thread: root.id })).data).toEqual([]);
  });
});

describe('a comment pinned to a time', () => {
  it('has no text for who has not watched so far, until they ask', async () => {
    const [writer, reader] = [await site.visitor(), await site.visitor()];
    const text = newText('قاتل سرایدار است');
    const { id } = await write(writer, { text, at: 1200 });
    for (const who of [undefined, reader]) {
      expect(await find(id, who)).toMatchObject({ text: null, is_covered: true, at: 1200 });
      expect(JSON.stringify(await read(FILM.id, who))).not.toContain('سرایدار');
      expect(await find(id, who, { show: id })).toMatchObject({ text, is_covered: false });
      expect(await find(id, who, { show: 'all' })).toMatchObject({ text });
      expect(await find(id, who, { show: id + 1 })).toMatchObject({ text: null });
    }
    expect((await find(id, writer))?.text).toBe(text);
    await watch(reader, FILM.id, 1199);
    expect((await find(id, reader))?.text).toBeNull();
    await watch(reader, OTHER_FILM.id, 5000);
    expect((await find(id, reader))?.text).toBeNull();
    await watch(reader, FILM.id, 1200);
    expect((await find(id, reader))?.text).toBe(text);
  });

  it('stays uncovered when the viewer goes back, and covered when they only mark the title as seen', async () => {
    const [writer, rewinder, marker] = [await site.visitor(), await site.visitor(), await site.visitor()];
    const { id } = await write(writer, { at: 2400 });
    await watch(rewinder, FILM.id, 3000);
    site.clock.now += 10;
    await watch(rewinder, FILM.id, 60, { since: site.clock.now });
    expect((await read(FILM.id, rewinder)).viewer?.watched_to).toBe(3000);
    expect((await find(id, rewinder))?.is_covered).toBe(false);
    await site.call(addToList, { list: 'watched', id: FILM.id }, marker);
    expect((await find(id, marker))?.is_covered).toBe(true);
  });

  it('covers its replies at least as long', async () => {
    const [one, two] = [await site.visitor(), await site.visitor()];
    const root = await write(one, { at: 600 });
    const [bare, early, late] = [
      await write(two, { parent_id: root.id }),
      await write(two, { parent_id: root.id, at: 5 }),
      await write(two, { parent_id: root.id, at: 900 }),
    ];
    const times = await Promise.all([bare, early, late].map(async ({ id }) => (await find(id))?.at));
    expect(times).toEqual([600, 600, 900]);
    // Asking for a comment opens what answers it.
    expect((await find(late.id, undefined, { show: root.id }))?.is_covered).toBe(false);
  });

  it('has a time of the title: not before it, not after it, not of a series, no fraction', async () => {
    const who = await site.visitor();
    expect((await write(who, { at: LENGTH })).state).toBe('shown');
    expect((await write(who, { at: 0 })).state).toBe('shown');
    for (const at of [-1, LENGTH + 1, Number.MAX_SAFE_INTEGER]) expect(await refusal(who, { at })).toBe('comment_time');
    expect(await refusal(who, { id: SERIES.id, at: 5 })).toBe('comment_time');
    for (const at of [1.5, '5', {}, 1e300]) expect(await refusal(who, { at })).toBe('invalid_input');
  });
});

describe('likes, reports and deleting', () => {
  it('counts one like of each user, twice or at once, and takes it back', async () => {
    const [writer, fan] = [await site.visitor(), await site.visitor()];
    const { id } = await write(writer);
    await Promise.all(Array.from({ length: 6 }, () => site.ask(likeComment, { id }, fan)));
    expect(await find(id, fan)).toMatchObject({ likes: 1, is_liked: true });
    expect(await find(id)).toMatchObject({ likes: 1, is_liked: false });
    for (let times = 0; times < 2; times += 1) {
      expect((await site.call(likeComment, { id, like: false }, fan)).data).toEqual({ id, likes: 0, is_liked: false });
    }
  });

  it('likes nothing of one’s own, nothing held or removed, nothing unknown', async () => {
    const [writer, fan] = [await site.visitor(), await site.visitor()];
    const [ownComment, heldComment, gone] = [
      await write(writer),
      await write(writer, { text: newText('دیوث') }),
      await write(writer),
    ];
    await site.call(deleteComment, { id: gone.id }, writer);
    const code = async (id: number, who: Visitor) =>
      (await parseFailure(await site.ask(likeComment, { id }, who))).code;
    expect(await code(ownComment.id, writer)).toBe('comment_unknown');
    for (const id of [heldComment.id, gone.id, 999_999]) expect(await code(id, fan)).toBe('comment_unknown');
    expect(
      await site.count('comment_likes WHERE comment_id IN (?, ?, ?)', ownComment.id, heldComment.id, gone.id),
    ).toBe(0);
  });

  it('holds a comment that three users reported; one user’s reports are one', async () => {
    const [writer, angry] = [await site.visitor(), await site.visitor()];
    const { id } = await write(writer);
    const before = (await read(FILM.id)).total;
    for (const reason of ['spam', 'insult', 'spam']) await site.call(reportComment, { id, reason }, angry);
    expect((await find(id))?.state).toBe('shown');
    await site.call(reportComment, { id, reason: 'spoiler' }, await site.visitor());
    await site.call(reportComment, { id, reason: 'other' }, await site.visitor());
    expect(await find(id)).toBeUndefined();
    expect(await find(id, writer)).toMatchObject({ state: 'held' });
    expect((await read(FILM.id)).total).toBe(before - 1);
    expect((await site.ask(reportComment, { id, reason: 'x' }, angry)).status).toBe(422);
  });

  it('gives a user only so many reports and likes', async () => {
    const [writer, angry] = [await site.visitor(), await site.visitor()];
    const { id } = await write(writer);
    const all = [reportComment, likeComment].map(async (call) => {
      let status = 200;
      for (let times = 0; times < 40 && status === 200; times += 1) {
        ({ status } = await site.ask(call, { id, reason: 'spam' }, angry));
      }
      return status;
    });
    expect(await Promise.all(all)).toEqual([429, 429]);
  });

  it('deletes one’s own text for good, and nobody else’s', async () => {
    const [writer, other] = [await site.visitor(), await site.visitor()];
    const { id } = await write(writer);
    expect(await parseFailure(await site.ask(deleteComment, { id }, other))).toMatchObject({
      status: 404,
      code: 'comment_unknown',
    });
    expect((await find(id))?.state).toBe('shown');
    await site.call(deleteComment, { id }, writer);
    expect(await find(id, writer)).toBeUndefined();
    expect(await site.count("comments WHERE id = ? AND text = '' AND at IS NULL", id)).toBe(1);
    expect((await site.ask(deleteComment, { id }, writer)).status).toBe(404);
  });

  it('shows no name of who has cancelled their account, and none that is an insult', async () => {
    const [gone, rude] = [await site.visitor(), await site.visitor()];
    const advert = await site.visitor();
    const [one, two] = [await write(gone, { name: 'رفته' }), await write(rude, { name: 'بی‌شرف' })];
    const three = await write(advert, { name: 't.me/buy_here' });
    await site.sql('UPDATE users SET cancelled_at = 1 WHERE id = ?', gone.id).run();
    expect(await Promise.all([one, two, three].map(async ({ id }) => (await find(id))?.name))).toEqual(['', '', '']);
  });
});
