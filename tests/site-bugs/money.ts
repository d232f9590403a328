import type { SiteBug } from './site-bug.ts';

/** Prices, discounts and direct debit. */
export const MONEY_BUGS: readonly SiteBug[] = [
  {
    name: 'each quality in a cart of downloads has the price of the first one',
    file: 'src/features/checkout/server/download-order.ts',
    find: `const price = getDownloadPrice({ toman, access`,
    replace: `const price = getDownloadPrice({ toman: sold[0]?.toman ?? toman, access`,
    tests: ['tests/api/paywall/purchases.test.ts', 'tests/api/downloads/downloads.test.ts'],
  },
  {
    name: 'Zarinpal takes an amount in rial for one in toman',
    file: 'src/features/payments/server/gateways/zarinpal.ts',
    find: `currency: 'IRR'`,
    replace: `currency: 'IRT'`,
    tests: ['tests/api/payments/gateways.test.ts'],
  },
  {
    name: 'a discount code of one plan holds for every plan',
    file: 'src/features/payments/server/discount.ts',
    find: `(request.purpose === 'plan' && row.planId === request.id)`,
    replace: `request.purpose === 'plan'`,
    tests: ['tests/api/payments/payments.test.ts'],
  },
  {
    name: 'direct debit compares the price before VAT with its cap',
    file: 'src/features/direct-debit/server/plan-charge.ts',
    find: `const { total } = sumLines(order.lines);
  if (total >`,
    replace: `const { total, price } = sumLines(order.lines);
  if (price >`,
    tests: ['tests/api/direct-debit/direct-debit.test.ts'],
  },
  {
    name: 'the old and the new price of a plan are swapped',
    file: 'src/features/paywall/client/PlanOption.tsx',
    find: `<s>{toman(plan.toman)}</s>`,
    replace: `<s>{toman(discount.discount_price)}</s>`,
    and: [
      {
        file: 'src/features/paywall/client/PlanOption.tsx',
        find: `formatNumber(discount?.discount_price ?? plan.toman)`,
        replace: `formatNumber(plan.toman)`,
      },
    ],
    tests: ['tests/e2e/payments/plans.spec.ts: "the modal shows what each plan costs and brings"'],
  },
  {
    name: 'the basket adds VAT to a total that has it',
    file: 'src/features/paywall/client/Basket.tsx',
    find: `priceLine(amount, null, 0, VAT_PERCENT)`,
    replace: `priceLine(Math.round(amount * 1.1), null, 0, VAT_PERCENT)`,
    tests: ['tests/e2e/checkout/basket.spec.ts: "three are added, one is removed"'],
  },
];
