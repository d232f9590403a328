import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('what npm start serves adds titles to lists: the demo ships no dead end', () => {
  const shipped = /^LISTS\s*=\s*"(\w+)"/m.exec(readFileSync('wrangler.toml', 'utf8'))?.[1];
  expect(shipped).toBe('on');
  // Browser tests run on the same setting: one of their own would hide another here.
  expect(readFileSync('tools/lib/test-server.ts', 'utf8')).not.toContain('LISTS');
});
