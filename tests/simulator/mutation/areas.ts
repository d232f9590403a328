import { readFileSync } from 'node:fs';
import { mutateMigration, mutateSource, type Mutant } from './mutants.ts';

/** A part of the code whose tests are measured: its sources, and who may find a mutant of them. */
export interface Area {
  sources: readonly string[];
  /** Statements of migrations, by a word in them. */
  migrations: readonly { file: string; of: RegExp }[];
  /** Tests that have to find a mutant, the quickest first. In process: none that needs more of workerd than D1. */
  tests: readonly string[];
}

const PAYMENTS = 'src/features/payments/server';

export const AREAS: Readonly<Record<string, Area>> = {
  ledger: {
    sources: [
      'src/features/ledger/server/deliver.ts',
      'src/features/ledger/server/rules.ts',
      'src/platform/text/money.ts',
      'src/features/payments/pricing.ts',
      'src/features/payments/vat.ts',
    ],
    migrations: [{ file: 'migrations/0010_money.sql', of: /CREATE TRIGGER ledger_/ }],
    tests: [
      'tests/unit/ledger/ledger-rules.test.ts',
      'tests/unit/ledger/ledger-sums.test.ts',
      'tests/unit/platform/money.test.ts',
      'tests/unit/alarms/delivery-rules.test.ts',
      'tests/api/app/find-duplicate.test.ts',
      'tests/api/payments/refunds.test.ts',
      'tests/api/checkout/discount-uses.test.ts',
    ],
  },
  callback: {
    sources: [
      'src/features/checkout/server/callback.ts',
      `${PAYMENTS}/verify.ts`,
      'src/features/checkout/server/reconcile.ts',
      `${PAYMENTS}/weigh-verdict.ts`,
      `${PAYMENTS}/bank-references.ts`,
      `${PAYMENTS}/transitions.ts`,
      'src/features/payments/payment-state.ts',
    ],
    migrations: [{ file: 'migrations/0019_bank_references.sql', of: /CREATE TRIGGER/ }],
    tests: [
      'tests/unit/payments/transition-rules.test.ts',
      'tests/unit/payments/reference-rules.test.ts',
      'tests/unit/payments/callback-rules.test.ts',
      'tests/unit/payments/reconcile-rules.test.ts',
      'tests/unit/platform/money.test.ts',
      'tests/api/payments/bank-references.test.ts',
      'tests/api/payments/lost-verdict.test.ts',
      'tests/api/payments/reconcile.test.ts',
    ],
  },
  discount: {
    sources: [`${PAYMENTS}/discount.ts`, `${PAYMENTS}/discount-uses.ts`, `${PAYMENTS}/limit-discount.ts`],
    migrations: [{ file: 'migrations/0018_same_purchase_and_uses.sql', of: /CREATE TRIGGER/ }],
    tests: [
      'tests/unit/checkout/discount-rules.test.ts',
      'tests/api/checkout/discount-uses.test.ts',
      'tests/api/app/find-duplicate.test.ts',
      'tests/api/payments/money-limits.test.ts',
    ],
  },
  signing: {
    sources: ['src/platform/media/signing.ts', 'src/platform/media/media-address.ts'],
    migrations: [],
    tests: ['tests/unit/platform/signing.test.ts', 'tests/unit/app/tampering.test.ts'],
  },
};

/** Every mutant of an area. */
export function listMutants({ sources, migrations }: Area): Mutant[] {
  return [
    ...sources.flatMap((file) => mutateSource(file, readFileSync(file, 'utf8'))),
    ...migrations.flatMap(({ file, of }) => mutateMigration(file, readFileSync(file, 'utf8'), of)),
  ];
}
