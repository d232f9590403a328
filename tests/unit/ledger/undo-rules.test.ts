import { expect, it } from 'vitest';
import { check, REFUND, rule, SALE, UNDO } from '../../support/money/checked-books.ts';

const UNDONE = [...SALE, ...REFUND, ...UNDO];

it('nothing is said of a sale whose refund was undone', async () => {
  expect(await check(...UNDONE)).toEqual([]);
});

it.each<[string, string[]]>([
  ['it has no legs', UNDONE.filter((statement) => !statement.includes('undo:r'))],
  ['the refund is not undone', [...SALE, ...REFUND, ...UNDO.slice(2)]],
  ['a line still counts', [...UNDONE, 'UPDATE refund_lines SET undone = 0;']],
  ['a line of a refund that stays does not count', [...SALE, ...REFUND, 'UPDATE refund_lines SET undone = 1;']],
  ['it takes another sum', [...UNDONE, "UPDATE ledger_entries SET amount = 9 WHERE key = 'undo:r:0:vat';"]],
])('the undo of a refund …: %s', async (_, statements) => {
  const findings = await check(...statements);
  expect(findings.filter((finding) => finding.startsWith(rule('the undo of')))).not.toEqual([]);
});
