import { describe, expect, it } from 'vitest';
import {
  CHARGE,
  CORRECTION,
  GIFT,
  PAYOUT,
  PLAN,
  REDEMPTION,
  REFUND,
  SALE,
  check,
  rule,
} from '../../support/money/checked-books.ts';
import {
  addEntries,
  addKeyed,
  addLine,
  addPayment,
  addPurchase,
  addRefund,
  addRefundLine,
} from '../../support/money/ledger-books.ts';
import { buildInsertText } from '../../support/database/rows.ts';

/** Sound books, and for each rule what breaks it and what only looks as if it did. */

describe('nothing is said of', () => {
  it.each<[string, string[]]>([
    ['empty books', []],
    ['a sale', SALE],
    ['a sale given back', [...SALE, ...REFUND]],
    ['a sale given back to the outside', [...SALE, ...REFUND.with(0, addRefund('r', 'p', { to: 'outside' })), PAYOUT]],
    ['a charge', CHARGE],
    [
      'a charge given back to the outside',
      [
        ...CHARGE,
        addRefund('r', 'w', { to: 'outside' }),
        addRefundLine('r', 'w', { toman: 500, vat: 0 }),
        addKeyed('refund:r', 'refund:r:0:', 'w', 'payout wallet:1 -500', 'outside outside:saman 500'),
      ],
    ],
    ['a correction', CORRECTION],
    ['a plan', PLAN],
    ['a gift card', GIFT],
    ['a redeemed gift card', [...GIFT, ...REDEMPTION]],
    [
      'a gift card given back',
      [
        ...GIFT,
        addRefund('r', 'g'),
        addRefundLine('r', 'g'),
        addKeyed('refund:r', 'refund:r:0:', 'g', 'wallet wallet:1 110', 'sales gift_cards -100', 'vat vat -10'),
      ],
    ],
    [
      'a plan given back with all of its days',
      [
        ...PLAN,
        addRefund('r', 'q'),
        addRefundLine('r', 'q', { seconds: 30 * 86_400 }),
        addKeyed('refund:r', 'refund:r:0:', 'q', 'wallet wallet:1 110', 'sales sales:plan -100', 'vat vat -10'),
      ],
    ],
    [
      'a part given back, of two refunds',
      [
        ...SALE,
        addRefund('r', 'p'),
        addRefundLine('r', 'p', { toman: 10, vat: 0 }),
        addKeyed('refund:r', 'refund:r:0:', 'p', 'wallet wallet:1 10', 'sales sales:title -10'),
        addRefund('s', 'p'),
        addRefundLine('s', 'p', { toman: 9, vat: 9 }),
        addKeyed('refund:s', 'refund:s:0:', 'p', 'wallet wallet:1 9', 'vat vat -9'),
      ],
    ],
    [
      'all given back in two parts, the second of which ends it',
      [
        ...SALE,
        addRefund('r', 'p', { created: 150 }),
        addRefundLine('r', 'p', { toman: 60, vat: 5 }),
        addKeyed('refund:r', 'refund:r:0:', 'p', 'wallet wallet:1 60', 'sales sales:title -55', 'vat vat -5'),
        addRefund('s', 'p', { created: 200 }),
        addRefundLine('s', 'p', { toman: 50, vat: 5 }),
        addKeyed('refund:s', 'refund:s:0:', 'p', 'wallet wallet:1 50', 'sales sales:title -45', 'vat vat -5'),
        'UPDATE purchases SET ends_at = 200;',
      ],
    ],
    [
      'a plan given back beside a sale that stays',
      [
        ...SALE,
        ...PLAN,
        addRefund('r', 'q'),
        addRefundLine('r', 'q', { seconds: 30 * 86_400 }),
        addKeyed('refund:r', 'refund:r:0:', 'q', 'wallet wallet:1 110', 'sales sales:plan -100', 'vat vat -10'),
      ],
    ],
    ['a payment that is open', [addPayment('o', { state: 'pending', settled: null })]],
    ['a payment of nothing', [addPayment('z', { total: 0, method: 'saman' }), addLine('z', { total: 0, vat: 0 })]],
    [
      'a payment from the wallet',
      [
        ...CHARGE,
        addPayment('x', { method: 'wallet' }),
        addLine('x'),
        addEntries('sale:x', 'x', 'wallet:1=-110', 'sales:title=100', 'vat=10'),
      ],
    ],
    [
      'a payment that was replaced and kept',
      [
        addPayment('k', { kept: 110, superseded_by: 'p', problem: 'superseded' }),
        addLine('k', { delivered: 0 }),
        addEntries('pay:k', 'k', 'wallet:1=110', 'bank:saman=-110'),
      ],
    ],
    ['a charge that was replaced', [...CHARGE, "UPDATE payments SET superseded_by = 'p' WHERE id = 'w';"]],
    [
      'a sale with a code, whose use is held',
      [
        ...SALE,
        "UPDATE payments SET discount_code = 'TEN';",
        buildInsertText('discount_uses', { payment_id: 'p', code: 'TEN', user_id: 1 }),
      ],
    ],
    [
      'a payment whose code was used up',
      [
        addPayment('k', { kept: 110, discount_code: 'TEN', problem: 'discount_exhausted' }),
        addLine('k', { delivered: 0 }),
        addEntries('pay:k', 'k', 'wallet:1=110', 'bank:saman=-110'),
      ],
    ],
    [
      'an open payment with a code',
      [
        addPayment('o', { state: 'pending', settled: null, discount_code: 'TEN' }),
        addPayment('n', { state: 'cancelled', settled: null, discount_code: 'TEN' }),
        buildInsertText('discount_uses', { payment_id: 'o', code: 'TEN', user_id: 1 }),
      ],
    ],
  ])('%s', async (_, statements) => {
    expect(await check(...statements)).toEqual([]);
  });
});

describe('it is found that', () => {
  it.each<[string, string, string[]]>([
    ['every event sums to zero', 'an event lacks a leg', [addEntries('correction:x', '', 'suspense=5')]],
    ['every event sums to zero', 'an event has too little', [addEntries('correction:x', '', 'suspense=-5')]],
    ['all entries sum', 'everything lacks a leg', [addEntries('correction:x', '', 'suspense=5')]],
    ['all entries sum', 'everything has too little', [addEntries('correction:x', '', 'suspense=-5')]],
    ['no wallet is below', 'a wallet is below zero', [addEntries('correction:x', '', 'wallet:1=-5', 'suspense=5')]],
    ['each settled payment from a bank', 'no credit is there', [addPayment('p')]],
    ['each settled payment from a bank', 'no credit of one toman is there', [addPayment('p', { total: 1 })]],
    [
      'each settled payment from a bank',
      'the credit is of another sum',
      [addPayment('p'), addEntries('pay:p', 'p', 'wallet:1=109', 'bank:saman=-109')],
    ],
    [
      'each settled payment from a bank',
      'the credit is there twice',
      [addPayment('p'), addEntries('pay:p', 'p', 'wallet:1=110', 'bank:saman=-110', 'wallet:1=1', 'bank:saman=-1')],
    ],
    [
      'each settled payment from a bank',
      'somebody else has the credit',
      [addPayment('p'), addEntries('pay:p', 'p', 'wallet:2=110', 'bank:saman=-110')],
    ],
    [
      'each settled payment from a bank',
      'the credit is of another payment',
      [addPayment('p'), addEntries('pay:p', 'other', 'wallet:1=110', 'bank:saman=-110')],
    ],
    [
      'a credit belongs',
      'the payment is open',
      [
        addPayment('p', { state: 'pending', settled: null }),
        addEntries('pay:p', 'p', 'wallet:1=110', 'bank:saman=-110'),
      ],
    ],
    [
      'a credit belongs',
      'the payment is not delivered',
      [addPayment('p', { delivered: null }), addEntries('pay:p', 'p', 'wallet:1=110', 'bank:saman=-110')],
    ],
    [
      'a credit belongs',
      'the payment has not settled, and is delivered',
      [addPayment('p', { state: 'failed' }), addEntries('pay:p', 'p', 'wallet:1=110', 'bank:saman=-110')],
    ],
    ['a credit belongs', 'there is no payment', [...SALE, addEntries('pay:n', 'n', 'wallet:1=110', 'bank:saman=-110')]],
    ['what a settled payment bought', 'nothing was taken', SALE.filter((sql) => !sql.includes('sale:p'))],
    [
      'what a settled payment bought',
      'more was taken than was kept',
      [...SALE, "UPDATE payments SET kept = 10 WHERE id = 'p';"],
    ],
    [
      'what a settled payment bought',
      'another event took it',
      [...SALE.filter((sql) => !sql.includes('sale:p')), addEntries('sale:o', 'p', 'wallet:1=-110', 'vat=110')],
    ],
    [
      'what a settled payment bought',
      'another payment took it',
      [...SALE.filter((sql) => !sql.includes('sale:p')), addEntries('sale:p', 'o', 'wallet:1=-110', 'vat=110')],
    ],
    ['a settled payment is delivered', 'it is not', [addPayment('p', { delivered: null })]],
    [
      'a settled payment is delivered',
      'one is that is open',
      [addPayment('p', { state: 'pending', settled: null, delivered: 1 })],
    ],
    ['a settled payment is delivered', 'it has no time', [addPayment('p', { settled: null, delivered: 1 })]],
    [
      'a settled payment is delivered',
      'an open one has a time',
      [addPayment('p', { state: 'pending', delivered: null })],
    ],
    ['a payment that a newer one', 'it sold all', [...SALE, "UPDATE payments SET superseded_by = 'n';"]],
    ['a payment that a newer one', 'it sold a part', [...SALE, "UPDATE payments SET superseded_by = 'n', kept = 9;"]],
    ['what was sold with a discount', 'no use is held', [...SALE, "UPDATE payments SET discount_code = 'TEN';"]],
    [
      'what was sold with a discount',
      'the use is of another payment',
      [
        ...SALE,
        "UPDATE payments SET discount_code = 'TEN';",
        buildInsertText('discount_uses', { payment_id: 'n', code: 'TEN', user_id: 1 }),
      ],
    ],
    [
      'what was sold with a discount',
      'what was kept holds a use',
      [
        ...SALE,
        "UPDATE payments SET discount_code = 'TEN', problem = 'superseded';",
        buildInsertText('discount_uses', { payment_id: 'p', code: 'TEN', user_id: 1 }),
      ],
    ],
    ['a purchase belongs', 'there is no line', [...SALE, addPurchase('n')]],
    ['a purchase belongs', 'the line is of another kind', [...SALE, addPurchase('p', { kind: 'download' })]],
    ['a purchase belongs', 'the line is of another thing', [...SALE, addPurchase('p', { item: 11 })]],
    ['a purchase belongs', 'the line was not delivered', [...SALE, 'UPDATE payment_lines SET delivered = 0;']],
    [
      'gift cards owe',
      'it was sold as a plan',
      [...GIFT, "UPDATE ledger_entries SET account = 'sales:plan' WHERE account = 'gift_cards';"],
    ],
    ['gift cards owe', 'it is owed after its redemption', [...GIFT, ...REDEMPTION.slice(0, 3)]],
    ['gift cards owe', 'nobody bought it', [addEntries('sale:x', 'g', 'gift_cards=5', 'suspense=-5')]],
    ['a gift that was delivered', 'it has no card', GIFT.toSpliced(2, 1)],
    ['a redeemed gift card has', 'it has none', [...GIFT, ...REDEMPTION.slice(0, 3)]],
    ['a redeemed gift card has', 'nobody redeemed it', [...GIFT, ...REDEMPTION.toSpliced(2, 1)]],
    [
      'a redeemed gift card has',
      'it is of another sum',
      [...GIFT, ...REDEMPTION, "UPDATE ledger_entries SET amount = 2 * amount WHERE event = 'redeem:card';"],
    ],
    [
      'a redeemed gift card was',
      'it gave other days',
      [...GIFT, ...REDEMPTION, "UPDATE payment_lines SET days = 31 WHERE payment_id = 'd';"],
    ],
    ['a redeemed gift card was', 'it gave none', [...GIFT, ...REDEMPTION.slice(1)]],
    [
      'a redeemed gift card was',
      'another got the days',
      [...GIFT, ...REDEMPTION, 'UPDATE gift_redemptions SET user_id = 3;'],
    ],
    [
      'a redeemed gift card was',
      'it was paid again',
      [...GIFT, ...REDEMPTION, "UPDATE payments SET total = 5, price = 5 WHERE id = 'd';"],
    ],
    [
      'a redeemed gift card was',
      'it was given back',
      [...GIFT, ...REDEMPTION, addRefund('r', 'g'), addRefundLine('r', 'g')],
    ],
    ['every event is of', 'it is not', [addEntries('gift:x', '', 'wallet:1=5', 'suspense=-5')]],
    ['every event is of', 'it only begins so', [addEntries('payx:x', '', 'wallet:1=5', 'suspense=-5')]],
    ['a refund has exactly', 'it has none', [...SALE, ...REFUND.toSpliced(2, 1)]],
    [
      'a refund has exactly',
      'it has one too many',
      [...SALE, ...REFUND, addEntries('refund:r', 'p', 'vat=5', 'vat=-5')],
    ],
    ['a refund has exactly', 'it has no payout', [...SALE, ...REFUND.with(0, addRefund('r', 'p', { to: 'outside' }))]],
    ['a refund has exactly', 'it has a payout', [...SALE, ...REFUND, PAYOUT]],
    ...['wallet:1', 'sales:title', 'vat'].map((account): [string, string, string[]] => [
      'a refund has exactly',
      `the leg of ${account} is of another sum`,
      [
        ...SALE,
        ...REFUND,
        `UPDATE ledger_entries SET amount = amount + 1 WHERE event = 'refund:r' AND account = '${account}';`,
      ],
    ]),
    ['a refund has exactly', 'what was kept is sold', [...SALE, ...REFUND, 'UPDATE payment_lines SET delivered = 0;']],
    ['a refund has exactly', 'a charge is sold', [...SALE, ...REFUND, "UPDATE payment_lines SET kind = 'wallet';"]],
    ['a refund is of', 'it is not applied', [...SALE, ...REFUND, 'UPDATE refunds SET applied_at = NULL;']],
    ['a refund is of', 'there is no payment', [...SALE, ...REFUND, "UPDATE refunds SET payment_id = 'n';"]],
    ['a refund is of', 'the payment is open', [...SALE, ...REFUND, "UPDATE payments SET state = 'pending';"]],
    [
      'a refund is of',
      'the payment is not delivered',
      [...SALE, ...REFUND, 'UPDATE payments SET delivered_at = NULL;'],
    ],
    ['a refund is of', 'it has no line', [...SALE, addRefund('r', 'p')]],
    [
      'a refund is of',
      'its lines are of another payment',
      [...SALE, ...PLAN, ...REFUND, "UPDATE refund_lines SET payment_id = 'q';"],
    ],
    ['a refund is of', 'its lines are of another refund', [...SALE, ...REFUND, addRefund('s', 'p')]],
    ['no more is given back', 'it is', [...SALE, ...REFUND, 'UPDATE refund_lines SET toman = 111;']],
    [
      'no more is given back',
      'it is, in two parts',
      [...SALE, ...REFUND, addRefund('s', 'p'), addRefundLine('s', 'p', { toman: 1, vat: 0 })],
    ],
    ['no more is given back', 'its VAT is', [...SALE, ...REFUND, 'UPDATE refund_lines SET vat = 11, toman = 50;']],
    [
      'no more is given back',
      'its VAT is, in two parts',
      [
        ...SALE,
        ...REFUND,
        'UPDATE refund_lines SET vat = 6, toman = 50;',
        addRefund('s', 'p'),
        addRefundLine('s', 'p', { toman: 50, vat: 5 }),
      ],
    ],
    [
      'no more is given back',
      'its VAT stays, in two parts',
      [
        ...SALE,
        ...REFUND,
        'UPDATE refund_lines SET vat = 5, toman = 60;',
        addRefund('s', 'p'),
        addRefundLine('s', 'p', { toman: 50, vat: 4 }),
      ],
    ],
    ['no more is given back', 'its VAT stays', [...SALE, ...REFUND, 'UPDATE refund_lines SET vat = 9;']],
    ['what is given back in full', 'it goes on for good', [...SALE, ...REFUND, 'UPDATE purchases SET ends_at = NULL;']],
    [
      'what is given back in full',
      'it goes on for a second',
      [...SALE, ...REFUND, 'UPDATE purchases SET ends_at = 201;'],
    ],
    [
      'what is given back in full',
      'two parts make it full',
      [
        ...SALE,
        ...REFUND,
        'UPDATE refund_lines SET toman = 60;',
        addRefund('s', 'p', { created: 150 }),
        addRefundLine('s', 'p', { toman: 50 }),
        'UPDATE purchases SET ends_at = 201;',
      ],
    ],
    [
      'no more days',
      'a second more',
      [...PLAN, addRefund('r', 'q'), addRefundLine('r', 'q', { seconds: 30 * 86_400 + 1 })],
    ],
    ['no more days', 'there were none', [...SALE, ...REFUND, 'UPDATE refund_lines SET seconds = 1;']],
    ['a correction has', 'it has no legs', CORRECTION.slice(0, 1)],
    ['a correction has', 'there is no correction', CORRECTION.slice(1)],
    ['a correction has', 'its legs are turned round', [...CORRECTION, 'UPDATE ledger_entries SET amount = -amount;']],
    [
      'a correction has',
      'its legs change accounts',
      [...CORRECTION, "UPDATE corrections SET to_account = 'wallet:2';"],
    ],
  ])('%s …: %s', async (start, _, statements) => {
    const findings = await check(...statements);
    expect(findings.filter((finding) => finding.startsWith(rule(start)))).not.toEqual([]);
  });

  it('a rule says its name, what broke it and how much', async () => {
    const findings = await check(addEntries('correction:x', '', 'suspense=5'));
    expect(findings).toContain('every event sums to zero: correction:x (5 toman)');
    expect(findings).toContain('all entries sum to zero: all (5 toman)');
  });
});
