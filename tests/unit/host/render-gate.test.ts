import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createRenderGate } from '../../../src/host/node/http/render-gate.ts';
import type { Env } from '../../../src/platform/config/env.ts';
import { CONTEXT } from '../../support/site/execution-context.ts';

it('begins one render in a turn of the event loop, so that calls come in between', async () => {
  const order: string[] = [];
  const render = createRenderGate().wrap(async (request) => {
    order.push(new URL(request.url).pathname);
    // As the pages' reads, which answer without a pause.
    for (let read = 0; read < 10; read += 1) await Promise.resolve();
    return new Response();
  });
  const pages = ['/a', '/b', '/c'].map((path) => render(new Request(`https://pardeh.test${path}`), {} as Env, CONTEXT));
  for (let call = 1; call <= 3; call += 1) {
    await nextTurn();
    order.push('call');
  }
  await Promise.all(pages);
  expect(order.filter((entry, at) => entry !== 'call' && at > 0 && order[at - 1] !== 'call')).toEqual([]);
  expect(order.filter((entry) => entry !== 'call')).toEqual(['/a', '/b', '/c']);
});
