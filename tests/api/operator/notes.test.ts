import { beforeEach, describe, expect, it } from 'vitest';
import { exportPerson } from '../../../src/features/operator/erasures-contract.ts';
import { addNote, listNotes } from '../../../src/features/operator/notes-contract.ts';
import { eraseAccounts } from '../../../src/features/personal-data/server/erase.ts';
import { STAFF_ROLES } from '../../../src/platform/http/calls/permissions.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { openMoney, type Visitor } from '../../support/money/money.ts';
import { openShop } from '../../support/money/shop.ts';
import { openStaff } from '../../support/money/staff.ts';
import { parseFailure } from '../../support/site/api.ts';

const { platform } = await openShop();
const ROOT = 'r'.repeat(40);
const site = openMoney(platform, { OPERATOR_TOKEN: `root:${ROOT}`, MEDIA_SIGNING_KEY: 'k'.repeat(43) });
const root: Visitor = { id: 0, mobile: '', token: ROOT };
const { clock } = site;
const { join, open } = openStaff(site, root);
const staff = await join('support');
let keys = 0;

const write = ({ id }: Visitor, text: string) => {
  keys += 1;
  return { id, key: `note-key-${String(keys)}`, text };
};
const refuse = async (...[call, input, who]: Parameters<typeof site.ask>) => {
  const response = await site.ask(call, input, who);
  return response.status === 200 ? 'done' : (await parseFailure(response)).code;
};

beforeEach(async () => {
  clock.now += 24 * 60 * 60;
  await open(staff);
});

describe('a note', () => {
  it('is written once for each key, the newest first, by pages, without marks of direction', async () => {
    const who = await site.visitor();
    const wanted = write(who, '  <b>شماره\u202eش</b>\r\nthe second line ');
    const answers = await Promise.all(Array.from({ length: 30 }, () => site.call(addNote, wanted, root)));
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    expect(answers[0]?.data).toMatchObject({ text: '<b>شمارهش</b>\nthe second line', operator: 'root' });
    expect(await refuse(addNote, { ...wanted, text: 'another' }, root)).toBe('key_used');
    expect(await refuse(addNote, wanted, staff)).toBe('key_used');
    for (let number = 0; number < 22; number += 1) await site.call(addNote, write(who, `note ${String(number)}`), root);
    const first = await site.call(listNotes, { id: who.id }, staff);
    expect([first.data.length, first.data[0]?.text]).toEqual([20, 'note 21']);
    const rest = await site.call(listNotes, { id: who.id, before: first.next }, staff);
    expect([rest.data.map(({ text }) => text).slice(0, 2), rest.next]).toEqual([['note 1', 'note 0'], null]);
    const trail = site.sql("SELECT count(*) AS n FROM operator_audit WHERE after LIKE '%second line%'");
    expect(await trail.first('n')).toBe(0);
  });

  it('has at most 1,000 characters and some, is about somebody, and is not changed or removed', async () => {
    const who = await site.visitor();
    expect(await refuse(addNote, write(who, '👩‍👩‍👧'.repeat(200)), staff)).toBe('done');
    expect(await refuse(addNote, write(who, 'ب'.repeat(1001)), staff)).toBe('note_too_long');
    expect(await refuse(addNote, write(who, '\u200e \n'), staff)).toBe('note_empty');
    expect(await refuse(addNote, { ...write(who, ''), text: 5 }, staff)).toBe('invalid_input');
    expect(await refuse(addNote, write({ ...who, id: 999_999 }, 'nobody'), staff)).toBe('person_unknown');
    const change = site.sql("UPDATE account_notes SET text = 'x' WHERE user_id = ?", who.id);
    await expect(change.run()).rejects.toThrow('account_notes_append_only');
    await expect(site.sql('DELETE FROM account_notes WHERE user_id = ?', who.id).run()).rejects.toThrow(
      'account_notes_append_only',
    );
  });

  it('is in the export of the person, and erased with the account', async () => {
    const who = await site.visitor();
    await site.call(addNote, write(who, 'called twice'), staff);
    const { tables } = await site.call(exportPerson, { id: who.id, reason: 'asked by letter' }, staff);
    expect(tables['account_notes']).toEqual([{ text: 'called twice', created_at: clock.now }]);
    await site.sql('UPDATE users SET cancelled_at = 1, erase_at = 2 WHERE id = ?', who.id).run();
    await eraseAccounts({ env: site.env, db: openDatabase(site.env.DB), now: clock.now });
    expect(await site.count('account_notes WHERE user_id = ?', who.id)).toBe(0);
  });

  it('is read and written by owner, support and finance', async () => {
    const who = await site.visitor();
    for (const role of STAFF_ROLES) {
      const member = await join(role);
      const answer = ['owner', 'support', 'finance'].includes(role) ? 'done' : 'operator_role';
      expect(await refuse(addNote, write(who, role), member), role).toBe(answer);
      expect(await refuse(listNotes, { id: who.id }, member), role).toBe(answer);
    }
  });
});
