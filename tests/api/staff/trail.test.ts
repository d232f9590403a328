import { describe, expect, it } from 'vitest';
import { buyTitle } from '../../../src/features/checkout/contract.ts';
import { findAccounts, getAccount } from '../../../src/features/operator/accounts-contract.ts';
import {
  approveRequest,
  listApprovals,
  rejectRequest,
  requestRefund,
} from '../../../src/features/operator/approvals-contract.ts';
import { correctLedger, refundPayment } from '../../../src/features/operator/contract.ts';
import {
  getDeskPayment,
  listDeskPayments,
  rehearseRefund,
} from '../../../src/features/operator/desk-payments-contract.ts';
import { listAccess } from '../../../src/features/staff/access-contract.ts';
import { listAudit } from '../../../src/features/staff/contract.ts';
import { MAX_SEAL_ROWS, sealTrail, verifyTrail } from '../../../src/features/staff/server/audit-seal.ts';
import { sweepStaff } from '../../../src/features/staff/server/sweep.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { buildFill } from '../../support/database/rows.ts';
import { countStatements } from '../../support/database/statements.ts';
import { FILM, openMoney, type Visitor } from '../../support/money/money.ts';
import { openShop, topUp } from '../../support/money/shop.ts';
import { openStaff } from '../../support/money/staff.ts';

const { platform } = await openShop();
const ROOT = 'r'.repeat(40);
const site = openMoney(platform, { OPERATOR_TOKEN: `root:${ROOT}`, MEDIA_SIGNING_KEY: 'k'.repeat(43) });
const root: Visitor = { id: 0, mobile: '', token: ROOT };
const { join, open } = openStaff(site, root);
const [finance, second] = [await join('finance'), await join('owner')];

let keys = 0;
const createKey = () => {
  keys += 1;
  return `trail-key-${String(keys)}`;
};
async function buy(who: Visitor): Promise<string> {
  await topUp(site, who, 200_000);
  return (await site.call(buyTitle, { id: FILM.id, payment_method: 'wallet' }, who)).data.payment.id;
}
const readTrail = async (subject: string) =>
  (await site.call(listAudit, { subject }, root)).data
    .filter(({ action }) => action !== 'listAudit')
    .map(({ action }) => action)
    .reverse();
const readAccess = async (who: Visitor) =>
  (await site.call(listAccess, {}, who)).data.map(({ action }) => action).reverse();

describe('the trail of a record', () => {
  it('has of a payment who looked, refunded, corrected, asked for two people and decided', async () => {
    const who = await site.visitor();
    const [id, other] = [await buy(who), await buy(await site.visitor())];
    await site.call(getDeskPayment, { id }, root);
    await site.call(getDeskPayment, { id: other }, root);
    const refund = {
      payment_id: id,
      destination: 'wallet' as const,
      reason: 'a slip',
      lines: [{ line: 0, toman: 1000 }],
    };
    await site.call(rehearseRefund, { ...refund, key: createKey() }, root);
    await site.call(refundPayment, { ...refund, key: createKey() }, root);
    const move = { from: 'vat', to: `wallet:${String(who.id)}`, toman: 100, reason: 'a slip', payment_id: id };
    await site.call(correctLedger, { ...move, key: createKey() }, root);
    await open(finance);
    const { data } = await site.call(requestRefund, { ...refund, key: createKey() }, finance);
    await open(second);
    await site.call(approveRequest, { id: data.id }, second);
    const acts = ['getDeskPayment', 'rehearseRefund', 'refundPayment', 'correctLedger', 'requestRefund'];
    expect((await readTrail(id)).sort()).toEqual([...acts, 'approveRequest', 'refundPayment'].sort());
    const trail = await readTrail(`account:${String(who.id)}`);
    for (const act of acts) expect(trail).toContain(act);
    expect(await readTrail(other)).toEqual(['getDeskPayment']);
  });

  it('is read by one statement, along indexes', async () => {
    const counted = countStatements(site.env);
    const watched = openMoney({ ...platform, env: counted.env }, { OPERATOR_TOKEN: `root:${ROOT}` });
    for (const subject of ['account:17', 'compensation:3', 'help:4', 'p'.repeat(20)])
      await watched.call(listAudit, { subject }, root);
    await watched.call(listAudit, { operator: 'root', subject: 'account:17' }, root);
    const statements = counted.statements().filter((text) => text.includes('a.origin, a.status'));
    expect(statements).toHaveLength(5);
    for (const text of statements) {
      const values = Array.from({ length: text.match(/\?/g)?.length ?? 0 }, () => null);
      const { results } = await site.sql(`EXPLAIN QUERY PLAN ${text}`, ...values).all<{ detail: string }>();
      const scans = results.filter(({ detail }) =>
        /^SCAN (a|operator_audit|p|c|payments|approvals|corrections|audit_subjects|help_threads)\b(?!.*USING)/.test(
          detail,
        ),
      );
      expect(scans, text).toEqual([]);
    }
  });
});

describe('who looked at my account', () => {
  it('includes results of searches and rows of lists, of whom they showed alone', async () => {
    const [who, other] = [await site.visitor(), await site.visitor()];
    await site.call(findAccounts, { query: who.mobile }, finance);
    await buy(who);
    await site.call(listDeskPayments, {}, finance);
    expect(await readAccess(who)).toEqual(['findAccounts', 'listDeskPayments']);
    expect(await readAccess(other)).toEqual([]);
    const subjects = await site.sql("SELECT DISTINCT subject FROM operator_audit WHERE action = 'findAccounts'").all();
    expect(subjects.results).toEqual([{ subject: '' }]);
  });

  it('includes the payments of the account alone as a reading of it', async () => {
    const [who, other] = [await site.visitor(), await site.visitor()];
    const [mine] = [await buy(who), await buy(other)];
    const { data } = await site.call(listDeskPayments, { user: String(who.id) }, finance);
    expect(data.map(({ user_id: id }) => id)).toEqual(data.map(() => who.id));
    expect(data.map(({ id }) => id)).toContain(mine);
    expect([await readAccess(who), await readAccess(other)]).toEqual([['listDeskPayments'], []]);
  });

  it('includes the second member who read a request and rejected it', async () => {
    const who = await site.visitor();
    const id = await buy(who);
    await open(finance);
    const input = { key: createKey(), payment_id: id, destination: 'wallet' as const, reason: 'all of it' };
    const { data } = await site.call(requestRefund, input, finance);
    await open(second);
    await site.call(listApprovals, {}, second);
    await site.call(rejectRequest, { id: data.id, reason: 'not so' }, second);
    const { data: rows } = await site.call(listAccess, {}, who);
    expect(rows.map(({ action, reason }) => [action, reason])).toEqual([
      ['rejectRequest', 'not so'],
      ['listApprovals', null],
      ['requestRefund', 'all of it'],
    ]);
    expect(rows[0]?.members).toEqual([{ number: second.staffId, role: 'owner' }]);
  });

  it('forgets after a year which lists showed an account; acts on it stay', async () => {
    const who = await site.visitor();
    await site.call(findAccounts, { query: who.mobile }, root);
    await site.call(getAccount, { id: who.id }, root);
    await sweepStaff({ db: openDatabase(site.env.DB), now: site.clock.now + 399 * 86_400 });
    expect(await readAccess(who)).toEqual(['findAccounts', 'getAccount']);
    await sweepStaff({ db: openDatabase(site.env.DB), now: site.clock.now + 401 * 86_400 });
    expect(await readAccess(who)).toEqual(['getAccount']);
  });
});

describe('seals', () => {
  const db = openDatabase(platform.env.DB);
  const ACT = {
    ...{
      operator: "'root'",
      action: "'getAccount'",
      permission: "'people.read'",
      subject: "'account:' || i",
      origin: "''",
    },
    ...{ status: '200', created_at: '1' },
  };
  const addActs = (count: number) => site.sql(buildFill('operator_audit', count, ACT)).run();

  it('of full size are made at any time, the rest by the night, and many are verified over several runs', async () => {
    await addActs(90 * MAX_SEAL_ROWS);
    const now = site.clock.now + 86_400;
    let seals = 0;
    while ((await sealTrail({ db, now }, { isFull: true })) > 0) seals += 1;
    expect(seals).toBeGreaterThanOrEqual(90);
    const rest = await sealTrail({ db, now });
    expect(rest).toBeGreaterThan(0);
    expect(rest).toBeLessThan(MAX_SEAL_ROWS);
    const counted = countStatements(site.env);
    expect(await verifyTrail(openDatabase(counted.env.DB))).toEqual([]);
    expect(counted.statements().length).toBeLessThanOrEqual(25);
    const walked = () => site.sql('SELECT seal_id FROM audit_walk').first<number>('seal_id');
    expect(await walked()).toBe(80);
    await site.sql('DROP TRIGGER operator_audit_fixed').run();
    const last = await site.sql('SELECT max(id) AS id FROM operator_audit').first<number>('id');
    await site.sql('UPDATE operator_audit SET operator = ? WHERE id IN (1, ?)', 'x', last).run();
    expect(await verifyTrail(db)).toEqual([`audit seal ${String(seals + 1)} is broken`]);
    expect(await walked()).toBe(0);
    expect(await verifyTrail(db)).toEqual(['audit seal 1 is broken']);
  });
});
