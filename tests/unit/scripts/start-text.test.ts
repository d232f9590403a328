import { expect, it } from 'vitest';
import { SANDBOX_OWNER } from '../../../tools/lib/sandbox-owner.ts';
import { buildStartText } from '../../../tools/lib/start-text.ts';

it('npm start prints the desk’s address, its owner, and where both codes are', () => {
  const lines = buildStartText('http://localhost:4321').split('\n');
  const desk = lines.find((line) => line.includes('http://localhost:4321/desk '));
  expect(desk).toContain(SANDBOX_OWNER);
  expect(desk).toContain('inbox');
  expect(lines.some((line) => line.endsWith(' http://localhost:4321/dev/inbox'))).toBe(true);
  expect(lines.some((line) => line.endsWith(' http://localhost:4321'))).toBe(true);
});
