import { beforeEach, describe, expect, it } from 'vitest';
import { getAppDetails, getFooterText } from '../../../src/features/site/contract.ts';
import {
  getSitePart,
  getSiteText,
  listSiteVersions,
  restoreSitePart,
  saveSitePart,
  type SitePart,
} from '../../../src/features/site/texts-contract.ts';
import { STAFF_ROLES } from '../../../src/platform/http/calls/permissions.ts';
import { readAppDetails } from '../../../tools/seed/read-catalogue.ts';
import { addRow } from '../../support/database/rows.ts';
import { openMoney } from '../../support/money/money.ts';
import { openShop } from '../../support/money/shop.ts';
import { openStaff } from '../../support/money/staff.ts';
import { parseFailure } from '../../support/site/api.ts';

const { platform } = await openShop();
const ROOT = 'r'.repeat(40);
const EDITOR = 'e'.repeat(40);
const site = openMoney(platform, { OPERATOR_TOKEN: `root:${ROOT},sara/editor:${EDITOR}` });
const as = (token: string) => ({ id: 0, mobile: '', token });
const [root, editor] = [as(ROOT), as(EDITOR)];
const { join } = openStaff(site, root);
const builtIn = readAppDetails();
await addRow(site.env.DB, 'settings', { key: 'app_details', value: JSON.stringify(builtIn) });
const reason = 'a test of the texts';

const readDetails = async () => (await site.call(getAppDetails, {})).data.data;
const readPart = async (part: SitePart) => (await site.call(getSitePart, { part }, editor)).data;
const refuse = async (...[call, input, who]: Parameters<typeof site.ask>) => {
  const response = await site.ask(call, input, who);
  if (response.status === 200) return 'done';
  const { status, code } = await parseFailure(response);
  return `${String(status)} ${code}`;
};
const faq = (more: Record<string, string>) => ({
  part: 'faq' as const,
  questions: [{ q_fa: 'x', a_fa: 'x', q_en: 'x', a_en: 'x', ...more }],
});
const about = (fa: string, en = fa) => ({ part: 'about' as const, fa, en });

beforeEach(() => {
  site.clock.now += 60 * 60;
});

describe('a text of the site', () => {
  it('is the built-in one until the desk saves another, which pages and API v1 have at once', async () => {
    expect(await readPart('about')).toMatchObject({ rev: 0, value: { fa: builtIn.about_fa }, created_at: 0 });
    const saved = await site.call(saveSitePart, { value: about('# پرده\n**ما**', 'We'), rev: 0, reason }, editor);
    expect(saved.data).toMatchObject({ rev: 1, operator: 'sara', reason });
    expect(await readDetails()).toMatchObject({
      ...{ about_fa: 'پرده\nما', about_en: 'We', terms_fa: builtIn.terms_fa, faq: builtIn.faq },
      support_phone: builtIn.support_phone,
    });
    const { data } = await site.call(getSiteText, { part: 'about' });
    expect(data).toMatchObject({ rev: 1, value: { fa: '# پرده\n**ما**' }, created_at: site.clock.now });
    expect(Object.keys(data).sort()).toEqual(['created_at', 'rev', 'value']);
  });

  it('keeps questions in their order, with plain answers for API v1', async () => {
    const first = { q_fa: 'یک؟', a_fa: '- الف\n- ب', q_en: 'One?', a_en: '[a](https://a.example/)' };
    const second = { q_fa: 'دو؟', a_fa: 'ب', q_en: 'Two?', a_en: 'b' };
    await site.call(saveSitePart, { value: { part: 'faq', questions: [second, first] }, rev: 0, reason }, editor);
    expect((await readDetails()).faq).toEqual([second, { ...first, a_fa: 'الف\nب', a_en: 'a' }]);
    await site.call(saveSitePart, { value: { part: 'faq', questions: [] }, rev: 1, reason }, editor);
    expect((await readDetails()).faq).toEqual([]);
  });

  it('is beside it telephone, links and seals, in their normal spelling, and a refusal names each field', async () => {
    const { value } = await readPart('house');
    expect(value).toMatchObject({ part: 'house', support_phone: builtIn.support_phone, app_links: [] });
    const house = {
      ...{ part: 'house' as const, support_phone: '+۹۸ ۲۱ ۹۱۰۰ ۵۵۵۵', install_url: 'https://Example.org/app' },
      ...{ social: [{ name: 'x', url: 'https://x.com/a' }], related_links: [] },
      app_links: [{ label_fa: 'بازار', label_en: 'Bazaar', url: 'https://cafebazaar.ir/app/a' }],
      seals: [{ name: 'اینماد', name_en: 'eNamad', id: '7', url: 'https://trustseal.enamad.ir/?id=7', picture: '' }],
    };
    expect(value).toMatchObject({ footer_fa: '', footer_en: '' });
    const sentence = { footer_fa: ' خانهٔ فیلم\u202e ', footer_en: '' };
    await site.call(saveSitePart, { value: { ...house, ...sentence }, rev: 0, reason }, editor);
    const details = await readDetails();
    expect(getFooterText(details, 'fa', 'built in')).toBe('خانهٔ فیلم');
    expect([getFooterText(details, 'en', 'built in'), getFooterText(null, 'fa', 'built in')]).toEqual([
      ...['built in', 'built in'],
    ]);
    expect(details).toMatchObject({
      ...{ support_phone: '021-91005555', install_url: 'https://example.org/app', related_links: [] },
      ...{ social: house.social, seals: house.seals, app_links: house.app_links, ussd_prefix: builtIn.ussd_prefix },
    });
    const hostile = { ...house, support_phone: 'x', social: [{ name: '', url: 'javascript:alert(1)' }] };
    const refusal = await parseFailure(
      await site.ask(saveSitePart, { value: hostile, rev: 1, reason }, editor, { 'accept-language': 'fa' }),
    );
    expect([refusal.status, refusal.code]).toEqual([422, 'site_details']);
    expect(refusal.fields.sort()).toEqual(['social.0.name', 'social.0.url', 'support_phone']);
    expect(refusal.body.errors?.['support_phone']?.[0]).toContain('شمارهٔ تلفن');
    // A value that no page could read would be the end of all pages.
    const seals = [{ ...house.seals[0], picture: 'javascript:alert(1)' }];
    expect(await refuse(saveSitePart, { value: { ...house, seals }, rev: 1, reason }, editor)).toBe('422 site_details');
    // Only texts with a page are public as Markdown.
    expect(await refuse(getSiteText, { part: 'house' })).toBe('422 invalid_input');
  });

  it('has versions: of the terms each stays readable, and the built-in one, too', async () => {
    const save = (rev: number, fa: string) =>
      site.call(saveSitePart, { value: { part: 'terms', fa, en: 'x' }, rev, reason }, editor);
    await save(0, '# یک\n1. الف\n2. ب');
    await save(1, 'دو');
    const read = async (version?: number) =>
      (await site.call(getSiteText, { part: 'terms', ...(version !== undefined && { version }) })).data;
    expect(await read()).toMatchObject({ rev: 2, value: { fa: 'دو' } });
    expect(await read(1)).toMatchObject({ rev: 1, value: { fa: '# یک\n1. الف\n2. ب' } });
    expect((await read(0)).value).toMatchObject({ fa: expect.stringMatching(/^1\. با ساختن حساب/) as string });
    expect(await refuse(getSiteText, { part: 'terms', version: 3 })).toBe('404 not_found');
    expect((await readDetails()).terms_fa).toEqual(['دو']);
    // Another text has one public version.
    expect((await site.call(getSiteText, { part: 'about', version: 0 })).data.rev).toBe(1);
  });

  it('is taken back to an earlier version by a new one, and to the built-in text', async () => {
    await site.call(restoreSitePart, { part: 'terms', version: 1, rev: 2, reason }, editor);
    expect((await readDetails()).terms_fa).toEqual(['یک', 'الف', 'ب']);
    await site.call(restoreSitePart, { part: 'terms', version: 0, rev: 3, reason }, editor);
    expect((await readDetails()).terms_fa).toEqual(builtIn.terms_fa);
    expect(await refuse(restoreSitePart, { part: 'terms', version: 0, rev: 4, reason }, editor)).toBe(
      '422 site_text_same',
    );
    expect(await refuse(restoreSitePart, { part: 'terms', version: 9, rev: 4, reason }, editor)).toBe(
      '404 site_version_unknown',
    );
    const { data } = await site.call(listSiteVersions, { part: 'terms' }, editor);
    expect(data.map(({ rev }) => rev)).toEqual([4, 3, 2, 1]);
    const { before, after } = (await site
      .sql(
        "SELECT before, after FROM operator_audit WHERE action = 'restoreSitePart' AND status = 200 ORDER BY id DESC",
      )
      .first()) as Record<string, string>;
    expect([JSON.parse(before ?? ''), JSON.parse(after ?? '')]).toEqual([
      { version: 3 },
      { version: 4, reason, restores: 0 },
    ]);
  });

  it('is saved by the first of many who read the same, and a repeat is answered as the first', async () => {
    const { rev } = await readPart('about');
    const inputs = Array.from({ length: 20 }, (_, at) => ({ value: about(`text ${String(at)}`), rev, reason }));
    const answers = await Promise.all(inputs.map((input) => site.ask(saveSitePart, input, editor)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    const value = about('the same');
    const repeats = Array.from({ length: 5 }, () => site.call(saveSitePart, { value, rev: rev + 1, reason }, editor));
    expect((await Promise.all(repeats)).map(({ data }) => data.rev)).toEqual(Array(5).fill(rev + 2));
    expect(await refuse(saveSitePart, { value, rev: rev + 1, reason }, root)).toBe('409 site_text_changed');
  });

  it('makes stored pages old', async () => {
    const { rev } = await readPart('about');
    const before = await site.env.CONFIG.get('catalogue_version');
    await site.call(saveSitePart, { value: about('new pages'), rev, reason }, editor);
    await expect.poll(() => site.env.CONFIG.get('catalogue_version')).not.toBe(before);
  });

  it('takes texts of a bounded length, without marks of direction, in both languages', async () => {
    const { rev } = await readPart('about');
    const save = (value: unknown) => refuse(saveSitePart, { value, rev, reason }, editor);
    for (const value of [
      ...[about('x'.repeat(12_001), 'x'), { part: 'about', fa: 'x' }, null, 'about'],
      ...[{ part: 'brand', fa: 'x', en: 'x' }, about(7 as never), { part: 'faq', questions: {} }],
      { part: 'faq', questions: Array(41).fill({ q_fa: 'x', a_fa: 'x', q_en: 'x', a_en: 'x' }) },
    ])
      expect(await save(value), JSON.stringify(value).slice(0, 60)).toBe('422 invalid_input');
    for (const value of [about(''), about(' \n '), about('x', ''), faq({ a_en: '' }), faq({ q_fa: ' ' })])
      expect(await save(value), JSON.stringify(value)).toBe('422 site_details');
    expect(await save(about('ا'.repeat(12_000), 'x'.repeat(12_000)))).toBe('done');
    await site.call(saveSitePart, { value: about('a\u202eb\u0000\r\nc'), rev: rev + 1, reason }, editor);
    expect((await readPart('about')).value).toEqual(about('ab\nc'));
  });

  it('is read and brought back where the built-in text lacks a language', async () => {
    const { rev } = await readPart('about');
    const lacking = site.sql("UPDATE settings SET value = json_set(value, '$.about_en', '') WHERE key = 'app_details'");
    await lacking.run();
    await site.call(restoreSitePart, { part: 'about', version: 0, rev, reason }, editor);
    expect((await readPart('about')).value).toMatchObject({ fa: builtIn.about_fa, en: '' });
    expect((await site.call(getSiteText, { part: 'about' })).data.rev).toBe(rev + 1);
  });

  it('is written by owner and editor alone, and never changed in the table', async () => {
    const input = { value: about('mine'), rev: 0, reason };
    for (const role of STAFF_ROLES) {
      const expected = role === 'owner' || role === 'editor' ? '409 site_text_changed' : '403 operator_role';
      expect(await refuse(saveSitePart, input, await join(role)), role).toBe(expected);
    }
    expect(await refuse(saveSitePart, input)).toBe('401 unauthenticated');
    await expect(site.sql("UPDATE site_texts SET value = '{}'").run()).rejects.toThrow('site_texts_fixed');
    await expect(site.sql('DELETE FROM site_texts').run()).rejects.toThrow('site_texts_fixed');
  });
});
