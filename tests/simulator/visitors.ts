import { USERS } from './shop.ts';
import type { Task } from '@pardeh/money-simulator/scheduler';
import { OPERATOR_TOKEN, ORIGIN, OTHER_TOKEN, type World } from './world.ts';

/** Starts a request so many times. */
export type Start = (times: number, work: () => Promise<unknown>) => Promise<void>;

const API = `${ORIGIN}/api/v1`;

interface Reply {
  data?: {
    pay_url?: string | null;
    payment_id?: string | null;
    payment?: { id: string } | null;
    back?: string | null;
  };
}

/** A call of a signed-in user, as the site's pages make it; what it leads to is kept for later steps. */
export async function callApi(
  world: World,
  user: number,
  path: string,
  body: Record<string, unknown>,
  method: 'GET' | 'POST' = 'POST',
): Promise<Reply | null> {
  const task = world.scheduler.running;
  const query = method === 'GET' ? `?${new URLSearchParams(body as Record<string, string>).toString()}` : '';
  const headers: Record<string, string> = {
    authorization: `Bearer ${USERS[user]?.token ?? ''}`,
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
    ...(task?.purchaseKey != null && { 'idempotency-key': `"${task.purchaseKey}"` }),
    // Nobody here is to be held back by the limits per address.
    'cf-connecting-ip': `10.${[1, 2, 3].map(() => String(world.random.below(256))).join('.')}`,
  };
  const init = { method, headers, ...(method === 'POST' && { body: JSON.stringify(body) }) };
  const response = await world.fetch(new Request(`${API}${path}${query}`, init));
  const text = await response.text();
  world.trace?.push(`      ${task?.name ?? ''} · answer ${String(response.status)} ${text.slice(0, 160)}`);
  expectNoError(world, task, response.status, path);
  if (!response.ok) return null;
  const reply = JSON.parse(text) as Reply;
  const { pay_url, payment_id, payment } = reply.data ?? {};
  if (typeof pay_url === 'string') world.addPage(pay_url, user);
  const id = payment?.id ?? payment_id;
  if (typeof id === 'string') world.addPayment(id, user);
  return reply;
}

/** A call of an operator, with its answer: the data, or the code of the refusal. `isOther`: of a second one. */
export async function callOperator(
  world: World,
  path: string,
  body: Record<string, unknown>,
  isOther = false,
): Promise<{ data?: unknown; code?: string }> {
  const task = world.scheduler.running;
  const token = isOther ? OTHER_TOKEN : OPERATOR_TOKEN;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await world.fetch(new Request(API + path, { method: 'POST', headers, body: JSON.stringify(body) }));
  const text = await response.text();
  world.trace?.push(`      ${task?.name ?? ''} · answer ${String(response.status)} ${text.slice(0, 160)}`);
  expectNoError(world, task, response.status, path);
  const { data, code } = JSON.parse(text) as { data?: unknown; code?: string };
  return response.ok ? { data } : { code: code ?? '' };
}

/** A browser sent back by a bank. */
export async function comeBack(world: World, request: Request): Promise<void> {
  const task = world.scheduler.running;
  const response = await world.fetch(request);
  world.trace?.push(`      ${task?.name ?? ''} · answer ${String(response.status)}`);
  if (response.status !== 303) world.fail(`a return from a bank was answered ${String(response.status)}, not 303`);
}

/** An answer that says that something broke is a mistake, unless something was made to break. */
function expectNoError(world: World, task: Task | null, status: number, path: string): void {
  if (status >= 500 && status !== 502 && task?.wasDisturbed === false) {
    world.fail(`${path} was answered ${String(status)} although nothing was made to fail`);
  }
}
