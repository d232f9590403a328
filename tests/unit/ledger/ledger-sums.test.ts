import { describe, expect, it } from 'vitest';
import { openMigrated } from '../../support/database/migrated.ts';
import { PLAN, SALE, check, rule } from '../../support/money/checked-books.ts';
import { addEntries, addRefund, addRefundLine } from '../../support/money/ledger-books.ts';

/** How much a rule of the books names, and what the tables refuse by themselves. */

describe('what is said of one payment', () => {
  it('is the part that is missing', async () => {
    expect(
      await check(...SALE.filter((sql) => !sql.includes('sale:p')), "UPDATE payments SET kept = 30 WHERE id = 'p';"),
    ).toContain(`${rule('what a settled payment bought')}: p (80 toman)`);
    expect(await check(...SALE, "UPDATE payments SET superseded_by = 'n', kept = 30;")).toContain(
      `${rule('a payment that a newer one')}: p (80 toman)`,
    );
  });
});

describe('what is said of several entries is their sum', () => {
  const PARTS = [addRefundLine('r', 'q', { toman: 60, seconds: 15 * 86_400 }), addRefund('s', 'q')];
  it.each<[string, string, string[]]>([
    ['every event sums', 'correction:x (11 toman)', [addEntries('correction:x', '', 'suspense=5', 'vat=6')]],
    ['all entries sum', 'all (11 toman)', [addEntries('correction:x', '', 'suspense=5', 'vat=6')]],
    ['no wallet', 'wallet:1 (-5 toman)', [addEntries('correction:x', '', 'wallet:1=10', 'wallet:1=-15', 'vat=5')]],
    [
      'a refund is of',
      'r (110 toman)',
      [
        ...PLAN,
        addRefund('r', 'q', { applied: null }),
        ...PARTS,
        addRefundLine('r', 'q', { line: 1, toman: 50 }),
        addRefundLine('s', 'q', { toman: 17 }),
      ],
    ],
    [
      'no more is given back',
      'q:0 (111 toman)',
      [...PLAN, addRefund('r', 'q'), ...PARTS, addRefundLine('s', 'q', { toman: 51 })],
    ],
    [
      'no more days',
      `q (${String(30 * 86_400 + 1)} toman)`,
      [...PLAN, addRefund('r', 'q'), ...PARTS, addRefundLine('s', 'q', { seconds: 15 * 86_400 + 1 })],
    ],
  ])('%s …: %s', async (start, message, statements) => {
    expect(await check(...statements)).toContain(`${rule(start)}: ${message}`);
  });
});

describe('the triggers of migration 0010', () => {
  it('let a wallet go down to zero, and not below', () => {
    const sqlite = openMigrated();
    sqlite.exec(addEntries('correction:a', '', 'wallet:1=10', 'wallet:2=99'));
    sqlite.exec(addEntries('correction:b', '', 'wallet:1=-10'));
    expect(() => {
      sqlite.exec(addEntries('correction:c', '', 'wallet:1=-1'));
    }).toThrow('wallet_below_zero');
    // Every other account may.
    sqlite.exec(addEntries('correction:d', '', 'suspense=-10', 'wallet:1=1'));
  });
  it('let nothing be changed or taken away', () => {
    const sqlite = openMigrated();
    sqlite.exec(addEntries('correction:a', '', 'wallet:1=10'));
    for (const statement of ['UPDATE ledger_entries SET amount = 11', 'DELETE FROM ledger_entries']) {
      expect(() => {
        sqlite.exec(statement);
      }).toThrow('ledger_append_only');
    }
  });
});
