import { expect, it } from 'vitest';
import { DESK_STATES } from '../../../src/features/catalogue/contract.ts';
import { nameAccess } from '../../../src/features/catalogue/desk/field-texts.ts';
import { describeState } from '../../../src/features/catalogue/desk/words.ts';
import { COMMENT_STATES } from '../../../src/features/comments/comments.ts';
import { describeCase } from '../../../src/features/compensation/desk/words.ts';
import { describeHelp } from '../../../src/features/help/desk/words.ts';
import { HELP_STATES } from '../../../src/features/help/help.ts';
import { PRINT_STATES } from '../../../src/features/magazines/contract.ts';
import { describeState as describePayment } from '../../../src/features/operator/desk/words.ts';
import { PAYMENT_STATES } from '../../../src/features/payments/payment-state.ts';
import { nameCode } from '../../../src/features/staff/desk/state-names.ts';
import { ACCESS_KINDS, RELEASE_STATES } from '../../../src/platform/kinds.ts';

it('the trail has the words that the pages of records have for their states', () => {
  const names = (codes: readonly string[], field = 'state') => codes.map((code) => nameCode(field, code));
  const texts = <S>(codes: readonly S[], describe: (code: S) => { text: string }) =>
    codes.map((code) => describe(code).text);
  expect(names(DESK_STATES)).toEqual(texts(DESK_STATES, describeState));
  expect(names(PRINT_STATES)).toEqual(texts(PRINT_STATES, describeState));
  expect(names(PAYMENT_STATES)).toEqual(texts(PAYMENT_STATES, describePayment));
  expect(names(HELP_STATES)).toEqual(texts(HELP_STATES, describeHelp));
  expect(names(['proposed', 'refused'])).toEqual(texts(['proposed', 'refused'], describeCase));
  expect(names(COMMENT_STATES)).not.toContain(null);
  expect(names(RELEASE_STATES, 'release')).toEqual(texts(RELEASE_STATES, describeState));
  expect(names(ACCESS_KINDS, 'access')).toEqual(ACCESS_KINDS.map(nameAccess));
});

it('another field, and a code that has no word, stay as they are', () => {
  for (const [field, code] of [
    ['reason', 'released'],
    ['state', 'unheard-of'],
    ['state', 'constructor'],
    ['constructor', 'name'],
  ] as const)
    expect(nameCode(field, code)).toBeNull();
});
