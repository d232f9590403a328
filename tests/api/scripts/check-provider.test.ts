import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openBareProvider } from '../../support/services/bare-provider.ts';

const run = promisify(execFile);
let provider: Awaited<ReturnType<typeof openBareProvider>>;
beforeAll(async () => {
  provider = await openBareProvider();
});
afterAll(() => provider.close());
beforeEach(() => {
  provider.reset();
});

async function check(...options: string[]): Promise<{ code: number; lines: string[] }> {
  const done = await run('node', ['scripts/check-provider.ts', provider.url, ...options]).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (failed: unknown) => failed as { code: number; stdout: string },
  );
  return { code: done.code, lines: done.stdout.trim().split('\n') };
}
const findRow = (lines: string[], id: string) => lines.find((line) => line.startsWith(id)) ?? '';

it('names each call of section 7 as right, tolerated or missing', async () => {
  provider.state.tokens.add('t');
  const { code, lines } = await check('--token', 't', '--title', 'movie/11');
  expect(code, lines.join('\n')).toBe(0);
  expect(lines).toHaveLength(23);
  expect(findRow(lines, '7.03')).toMatch(/GET +\/get\/app\/plans +right$/);
  expect(findRow(lines, '7.20')).toMatch(/ right$/);
  expect(lines.filter((line) => line.includes(' missing'))).toEqual([]);
  // Nothing that signs in, sends an SMS or moves money.
  expect(provider.seen.filter(({ path }) => /login|logout|charge|buy_|delete_/.test(path))).toEqual([]);
});

it('says what is tolerated, and sends no personal call without a token', async () => {
  provider.setFault('strings for numbers');
  const { code, lines } = await check('--title', 'movie/11');
  expect(code).toBe(0);
  expect(findRow(lines, '7.03')).toMatch(/tolerated +data\.\*\.toman is text, not number/);
  expect(findRow(lines, '7.12')).toMatch(/not sent +needs --token/);
});

it.each(['HTML', '500', 'closed connection'] as const)('ends with 1 where the provider answers %s', async (fault) => {
  provider.setFault(fault);
  const { code, lines } = await check();
  expect(code).toBe(1);
  expect(findRow(lines, '7.22')).toMatch(/ missing/);
});
