/** One place of a bug: in this file, this text becomes that one. */
interface Slip {
  file: string;
  find: string;
  replace: string;
}

/** A bug put into the money code. Where two rules guard the same thing, both have to go for anything to be wrong. */
export interface SeededBug extends Slip {
  /** The consequence of the bug. */
  name: string;
  and?: readonly Slip[];
}

const PAYMENTS = 'src/features/payments/server';
const DEBIT = 'src/features/direct-debit/server';
const REFUNDS = 'src/features/payments/server/refunds';
const COMPENSATION = 'src/features/compensation/server';
const GIFT_CARDS = 'migrations/0078_gift_cards.sql';
const DELIVER = 'src/features/ledger/server/deliver.ts';

/** Bugs that the simulator has to find. Some were in the product once (issue 14). */
export const SEEDED_BUGS: readonly SeededBug[] = [
  {
    name: 'the same plan clicked twice by direct debit is collected twice',
    file: `${PAYMENTS}/find-duplicate.ts`,
    find: `(p.state = 'settled' AND p.problem IS NULL`,
    replace: `(p.state = 'settled' AND p.method = 'wallet' AND p.problem IS NULL`,
  },
  {
    name: 'an open collection does not stand for the same purchase by another method',
    file: `${PAYMENTS}/find-duplicate.ts`,
    find: `OR (p.state = 'pending' AND p.method = 'direct_debit')`,
    replace: '',
  },
  {
    name: 'a cancelled payment that is paid late does not take its use of a code again',
    file: DELIVER,
    find: `WHERE \${undeliveredPayment} AND p.superseded_by IS NULL`,
    replace: `WHERE \${undeliveredPayment} AND p.superseded_by IS NOT NULL`,
  },
  {
    name: 'a code is used above its total, and by one user above the share',
    file: 'migrations/0018_same_purchase_and_uses.sql',
    find: `WHEN NOT EXISTS (SELECT 1 FROM discount_codes c WHERE c.code = NEW.code`,
    replace: `WHEN NOT EXISTS (SELECT 1`,
    and: [
      {
        file: 'migrations/0018_same_purchase_and_uses.sql',
        find: `
    AND (SELECT count(*) FROM discount_uses u WHERE u.code = c.code) < c.max_uses
    AND (SELECT count(*) FROM discount_uses u WHERE u.code = c.code AND u.user_id = NEW.user_id) < c.uses_per_user`,
        replace: '',
      },
      {
        file: DELIVER,
        find: `
        AND (\${useCount}) < c.max_uses AND (\${useCount} AND u.user_id = p.user_id) < c.uses_per_user`,
        replace: '',
      },
    ],
  },
  {
    name: 'a payment that gave its use of a code back takes one above the limits when it settles',
    file: DELIVER,
    find: `
        AND (\${useCount}) < c.max_uses AND (\${useCount} AND u.user_id = p.user_id) < c.uses_per_user`,
    replace: '',
  },
  {
    name: 'a payment whose verification lost its answer counts as refused',
    file: `${PAYMENTS}/verify.ts`,
    find: `case 'unknown':
      await conclude(db, id, 'release'`,
    replace: `case 'unknown':
      await conclude(db, id, 'refuse'`,
  },
  {
    name: 'a transaction that settled one payment settles another',
    file: `${PAYMENTS}/transitions.ts`,
    find: `AND r.reference = \${reference} AND r.payment_id <> payments.id)`,
    replace: `AND r.reference = \${reference} AND 0)`,
    and: [
      {
        file: 'migrations/0019_bank_references.sql',
        find: 'WHEN OLD.payment_id IS NOT NULL AND NEW.payment_id IS NOT OLD.payment_id',
        replace: 'WHEN 0',
      },
    ],
  },
  {
    name: "SEP's answer is believed whatever amount it names",
    file: 'src/features/payments/server/gateways/saman.ts',
    find: `detail.OrginalAmount === payment.rial &&
    detail.AffectiveAmount === payment.rial`,
    replace: 'detail.OrginalAmount > 0',
  },
  {
    name: "Zibal's answer is believed whatever amount it names",
    file: 'src/features/payments/server/gateways/zibal.ts',
    find: 'amount != null && amount !== payment.rial',
    replace: 'amount === 0',
  },
  {
    name: 'a payment is claimed that has settled or is being verified',
    file: `${PAYMENTS}/transitions.ts`,
    find: `WHERE id = \${payment.id} AND \${matchSourceStates('claim')} AND`,
    replace: `WHERE id = \${payment.id} AND`,
  },
  {
    name: 'a payment settles that nobody has claimed, and one that has settled again',
    file: `${PAYMENTS}/transitions.ts`,
    find: `WHERE id = \${id} AND \${matchSourceStates('settle')} RETURNING id`,
    replace: `WHERE id = \${id} RETURNING id`,
  },
  {
    name: 'a visitor who gives up ends a payment that is being verified',
    file: `${PAYMENTS}/transitions.ts`,
    find: `WHERE id = \${id} AND state IN ('initiated', 'pending') AND NOT`,
    replace: `WHERE id = \${id} AND state IN ('initiated', 'pending', 'verifying') AND NOT`,
  },
  {
    name: 'what is owned already is sold again',
    file: DELIVER,
    find: `AND NOT (\${isWithheld}) AND NOT \${isOwned} AND \${hasCard})`,
    replace: `AND NOT (\${isWithheld}) AND \${hasCard})`,
  },
  {
    name: 'a subscription that runs is cut off by a new plan',
    file: DELIVER,
    find: 'SELECT max(users.subscribed_until, p.settled_at) + sum(l.days)',
    replace: 'SELECT p.settled_at + sum(l.days)',
  },
  {
    name: 'a delivery is repeated',
    file: DELIVER,
    find: `p.state = 'settled' AND p.delivered_at IS NULL`,
    replace: `p.state = 'settled'`,
  },
  {
    name: 'money from a bank that is kept goes missing',
    file: DELIVER,
    find: `WHERE \${isUndelivered} AND p.method <> 'wallet' AND p.total > 0`,
    replace: `WHERE \${isUndelivered} AND NOT (\${isWithheld}) AND p.method <> 'wallet' AND p.total > 0`,
  },
  {
    name: 'a wallet goes below zero',
    file: 'migrations/0010_money.sql',
    find: `WHEN NEW.amount < 0 AND NEW.account LIKE 'wallet:%'`,
    replace: `WHEN NEW.amount < -900000000 AND NEW.account LIKE 'wallet:%'`,
  },
  {
    name: 'VAT is rounded down',
    file: 'src/platform/text/money.ts',
    find: '(amount * percent + 50) / 100',
    replace: '(amount * percent) / 100',
  },
  {
    name: 'rial are told to a bank as toman',
    file: 'src/platform/text/money.ts',
    find: 'const RIAL_IN_TOMAN = 10;',
    replace: 'const RIAL_IN_TOMAN = 1;',
  },
  {
    name: 'a renewal that stopped is never reopened',
    file: `${DEBIT}/charges.ts`,
    find: `AND kind = 'renewal' AND state IN ('stopped', 'dropped')`,
    replace: `AND kind = 'renewal' AND state IN ('nothing')`,
  },
  {
    name: 'a collection that lost its worker before the provider was asked is never taken again',
    file: `${DEBIT}/charges.ts`,
    find: `WHERE state = 'sent' AND next_try_at <= \${now} AND NOT \${payment(sql\`p.state <> 'initiated'\`)}`,
    replace: `WHERE state = 'sent' AND next_try_at <= \${now} AND NOT \${payment(sql\`1\`)}`,
  },
  {
    name: 'an attempt is sent again under a new track id although the first may have been collected',
    file: `${DEBIT}/debit-verifier.ts`,
    find: `createdAt <= context.now - BANK_WINDOW_SECONDS ? 'failed' : 'waiting'`,
    replace: `'failed'`,
  },
  {
    name: 'a bank that its user has removed stays good at the provider',
    file: `${DEBIT}/revocations.ts`,
    find: 'WHERE m.authorization_id IS NOT NULL AND (${mandates})',
    replace: 'WHERE m.authorization_id IS NULL AND (${mandates})',
  },
  {
    name: 'a refund keeps the VAT',
    file: `${REFUNDS}/refund-statements.ts`,
    find: `WHEN 'sales' THEN x.vat - x.toman ELSE -x.vat END,`,
    replace: `WHEN 'sales' THEN -x.toman ELSE -x.vat END,`,
  },
  {
    name: 'what is given back in full stays owned',
    file: `${REFUNDS}/refund-statements.ts`,
    find: `sql\`UPDATE purchases SET ends_at = \${now} WHERE (ends_at IS NULL`,
    replace: `sql\`UPDATE purchases SET ends_at = \${now} WHERE 0 AND (ends_at IS NULL`,
  },
  {
    name: 'a purchase that is sent again with its key is charged again',
    file: `${PAYMENTS}/purchase-keys.ts`,
    find: `AND k.key = \${key}\``,
    replace: `AND 0\``,
    and: [{ file: `${PAYMENTS}/purchase-keys.ts`, find: `AND key = \${purchaseKey.key}\``, replace: `AND 0\`` }],
  },
  {
    name: 'a payment that ended without money delivers beside the one that took its key',
    file: `${PAYMENTS}/find-duplicate.ts`,
    find: 'if (!input.key) return [supersede];',
    replace: 'return [supersede];',
  },
  {
    name: 'the days of a plan that is given back stay',
    file: `${REFUNDS}/refund-statements.ts`,
    find: 'SET subscribed_until = subscribed_until - (SELECT sum(x.seconds)',
    replace: 'SET subscribed_until = subscribed_until - 0 * (SELECT sum(x.seconds)',
  },
  {
    name: 'a code that two redeem at one moment gives its days to both',
    file: GIFT_CARDS,
    find: `card_id TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL,
  payment_id TEXT NOT NULL UNIQUE,
  redeemed_at INTEGER NOT NULL
)`,
    replace: `card_id TEXT NOT NULL,
  user_id INTEGER NOT NULL,
  payment_id TEXT NOT NULL UNIQUE,
  redeemed_at INTEGER NOT NULL,
  PRIMARY KEY (card_id, user_id)
)`,
    and: [
      {
        file: 'migrations/0010_money.sql',
        find: 'CREATE UNIQUE INDEX payments_token',
        replace: 'CREATE INDEX payments_token',
      },
      {
        file: 'src/features/gifts/server/redeem.ts',
        find: `AND NOT \${isMadeBy(userId)}`,
        replace: `AND NOT \${isMadeBy(userId)} AND NOT EXISTS (SELECT 1 FROM gift_redemptions g WHERE g.card_id = c.id)`,
      },
    ],
  },
  {
    name: 'the cards of a batch are withdrawn with one that somebody has redeemed',
    file: GIFT_CARDS,
    find: 'OR EXISTS (SELECT 1 FROM gift_cards c JOIN gift_redemptions g',
    replace: 'OR 0 AND EXISTS (SELECT 1 FROM gift_cards c JOIN gift_redemptions g',
  },
  {
    name: 'days that are taken back stay',
    file: 'migrations/0081_passkeys.sql',
    find: 'SET subscribed_until = NEW.until_before',
    replace: 'SET subscribed_until = subscribed_until',
  },
  {
    name: 'the undo of a refund leaves the days off',
    file: 'migrations/0088_refund_undo.sql',
    find: `SET subscribed_until = NEW.before ->> 'until', paused_until`,
    replace: `SET subscribed_until = subscribed_until, paused_until`,
  },
  {
    name: 'a fault concerns somebody whose subscription was paused',
    file: `${COMPENSATION}/concerned.ts`,
    find: 'OR NOT ${isPaused}\n      AND CASE',
    replace: 'OR CASE',
  },
  {
    name: 'two faults of one time are given days for each',
    file: `${COMPENSATION}/run-cases.ts`,
    find: 'WHERE g.user_id = u.id AND o.id <> c.id AND (',
    replace: 'WHERE g.user_id = u.id AND o.id <> c.id AND 0 AND (',
  },
  {
    name: 'who came to a channel after the first look at its fault is missed',
    file: `${COMPENSATION}/watch-faults.ts`,
    find: '{ ...one, until: now + 1 },',
    replace: '{ ...one, until: one.from },',
  },
  {
    name: 'the preview of a refund has its Persian names in English',
    file: `${REFUNDS}/preview.ts`,
    find: `json_object('name_fa', name_fa, 'name_en', name_en)`,
    replace: `json_object('name_fa', name_en, 'name_en', name_en)`,
  },
  {
    name: 'the preview of a refund leaves a pause that it ends',
    file: `${REFUNDS}/preview.ts`,
    find: `paused: { before: before.paused, after: after.paused }`,
    replace: `paused: { before: before.paused, after: before.paused }`,
  },
  {
    name: 'a debit is shown to its wallet and paid out',
    file: `${DEBIT}/resolve-debit.ts`,
    find: `return rehearseCorrection(context, request, operator, extraStatements);`,
    replace: `return rehearseCorrection(context, { ...request, to: \`wallet:\${String(prepared.value.payment.userId)}\` }, operator, extraStatements);`,
  },
  {
    name: 'a debit that was resolved keeps its collection held',
    file: `${DEBIT}/resolve-debit.ts`,
    find: `AND key || ':' || attempts = \${token} AND \${isBooked}\``,
    replace: `AND key || ':' || attempts = \${token} AND NOT \${isBooked}\``,
  },
];
