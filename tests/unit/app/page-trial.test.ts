import { expect, test } from 'vitest';
import { limitToTrial } from '../../../src/app/page-trial.ts';
import { VALID_UNTIL_HEADER } from '../../../src/platform/config/session.ts';

const limit = async (until: number | null, headers: Record<string, string> = {}) => {
  let reads = 0;
  const response = new Response('', { headers: { 'content-type': 'text/html', ...headers } });
  await limitToTrial(response, () => {
    reads += 1;
    return Promise.resolve({ days: 7, until });
  });
  return [response.headers.get(VALID_UNTIL_HEADER), reads];
};

test('a stored page ends where the next rule of the trial begins, or earlier by what else it names', async () => {
  expect(await limit(200)).toEqual(['200', 1]);
  expect(await limit(200, { [VALID_UNTIL_HEADER]: '100' })).toEqual(['100', 1]);
  expect(await limit(200, { [VALID_UNTIL_HEADER]: '300' })).toEqual(['200', 1]);
});

test('a page without a next rule, and an answer that is no page, have no end by it', async () => {
  expect(await limit(null)).toEqual([null, 1]);
  expect(await limit(200, { 'content-type': 'application/xml' })).toEqual([null, 0]);
});
