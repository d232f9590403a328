import type { PageContext } from '../../platform/http/pages/page-context.ts';
import { answerSandboxBill, getSandboxBill, SANDBOX_ACTIONS } from './contract.ts';

export type GatewayData = Exclude<Awaited<ReturnType<typeof loadGateway>>, Response>;

/** Loads /dev/gateway/:token, the sandbox bank's page, and handles its buttons; 404 where it is not configured. */
export async function loadGateway(page: PageContext) {
  const { token = '' } = page.params;
  const result = await page.locals.api(getSandboxBill, { token });
  if (!result.ok) return page.rewrite('/404');
  if (page.request.method !== 'POST') return { token, bill: result.value.data };
  const button = (await page.request.formData()).get('action');
  const action = SANDBOX_ACTIONS.find((candidate) => candidate === button);
  const response = action && (await page.locals.api(answerSandboxBill, { token, action }));
  if (!response?.ok) return { token, bill: result.value.data };
  if (response.value.data.back !== null) return page.redirect(response.value.data.back, 303);
  return { token, bill: response.value.data.bill };
}
