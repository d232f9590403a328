import type { Page, Request } from '@playwright/test';

/** Holds a page's requests back, all that match unless `isHeld` says otherwise, until the returned function is called. */
export async function holdRequests(
  page: Page,
  address: string | RegExp,
  isHeld: (request: Request) => boolean = () => true,
): Promise<() => void> {
  const { promise: released, resolve } = Promise.withResolvers<undefined>();
  await page.route(address, async (route) => {
    if (isHeld(route.request())) await released;
    await route.continue();
  });
  return () => {
    resolve(undefined);
  };
}
