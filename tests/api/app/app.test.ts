import { afterAll, beforeAll, expect, test } from 'vitest';
import { getAppDetails } from '../../../src/features/site/contract.ts';
import { getGateways, getPlans } from '../../../src/features/checkout/contract.ts';
import { openCatalogue, type CatalogueFixture } from '../../support/site/catalogue-fixture.ts';

let site: CatalogueFixture;
beforeAll(async () => {
  site = await openCatalogue(1_800_000_000);
});
afterAll(() => site.dispose());

test('plans by id, with the discount of spec 9.22 where there is one (7.03)', async () => {
  const result = await site.api(getPlans, {});
  if (!result.ok) throw new Error(result.error.code);
  const plans = Object.entries(result.value.data);
  expect(plans.length).toBeGreaterThanOrEqual(4);
  for (const [id, plan] of plans) {
    expect(id).toMatch(/^\d+$/);
    expect(Number.isInteger(plan.toman)).toBe(true);
  }
  const discounted = plans.find(([, { discount }]) => discount !== null)?.[1];
  expect(discounted?.discount?.discount_price).toBeLessThan(discounted?.toman ?? 0);
  expect(discounted?.discount?.discount_day).toBeGreaterThan(0);
});

test('footer details at data.data (7.23); 404 before anything was loaded', async () => {
  const result = await site.api(getAppDetails, {});
  expect(result.ok && result.value.data.data.support_phone).toMatch(/^[\d-]+$/);
  await site.env.DB.prepare("UPDATE settings SET key = 'away' WHERE key = 'app_details'").run();
  expect((await site.request('/get/app/details')).status).toBe(404);
  await site.env.DB.prepare("UPDATE settings SET key = 'app_details' WHERE key = 'away'").run();
});

test('gateways at data.data, the sandbox where no bank is configured (7.24)', async () => {
  const result = await site.api(getGateways, {});
  if (!result.ok) throw new Error(result.error.code);
  expect(result.value.data.data).toMatchObject([{ id: 'sandbox', is_default: true }]);
});
