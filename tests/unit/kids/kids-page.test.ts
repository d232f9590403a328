import { expect, test } from 'vitest';
import { KIDS_PATH } from '../../../src/features/kids/kids-page.ts';
import { paths } from '../../../src/platform/paths.ts';

test('the inlined script goes to the page of kids mode that everything else links to', () => {
  expect(paths.kids()).toBe(KIDS_PATH);
});
