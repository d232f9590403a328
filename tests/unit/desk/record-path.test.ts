import { expect, it } from 'vitest';
import { findRecordPath, findSubject } from '../../../src/features/staff/desk/record-path.ts';
import { listFieldChanges } from '../../../src/features/staff/desk/change-fields.ts';
import { PERMISSIONS, ROLE_PERMISSIONS } from '../../../src/platform/http/calls/permissions.ts';

const PAYMENT = '0123456789abcdefghij';

it.each([
  ['account:17', '/accounts/17'],
  ['account:17 help:4', '/accounts/17'],
  [PAYMENT, `/payments/${PAYMENT}`],
  [`${PAYMENT} refund-1`, `/payments/${PAYMENT}`],
  ['title:200000001', '/titles/200000001'],
  ['front:week:3', '/front/channels/3'],
  ['front:list:new-films', '/front/lists/new-films'],
  ['help:4', '/help/4'],
  ['compensation:9', '/compensations/9'],
])('the subject %s has the page %s, whose trail is that of the record', (subject, path) => {
  expect(findRecordPath(subject, PERMISSIONS)).toBe(path);
  expect(findSubject(path)).toBe(subject.split(' ')[0]);
});

it.each([
  '',
  'invalid',
  'account:',
  'account:17x',
  'title:1/../2',
  'front:list:a/b',
  'staff:1',
  'key:books',
  'Title:1',
])('the subject “%s” has none', (subject) => {
  expect(findRecordPath(subject, PERMISSIONS)).toBeNull();
});

it('is a link for who may open the page alone', () => {
  expect(findRecordPath('account:17', ROLE_PERMISSIONS.moderator)).toBeNull();
  expect(findRecordPath('title:1', ROLE_PERMISSIONS.support)).toBeNull();
  expect(findRecordPath('account:17', ROLE_PERMISSIONS.viewer)).toBe('/accounts/17');
});

it('a change lists the fields that differ and have a name', () => {
  const before = JSON.stringify({ role: 'viewer', name: 'Mina', rev: 1, constructor: 1 });
  const after = JSON.stringify({ role: 'editor', name: 'Mina', rev: 2, reason: 'grows', constructor: 2 });
  const fields = (old: string | null, next: string | null) =>
    listFieldChanges(old, next).map(({ field, before: was, after: is }) => [field, was, is]);
  expect(fields(before, after)).toEqual([
    ['role', 'viewer', 'editor'],
    ['reason', undefined, 'grows'],
  ]);
  expect(fields(null, JSON.stringify({ name: null }))).toEqual([['name', undefined, null]]);
  for (const text of [null, '[1]', '"x"', 'not JSON', '3']) expect(fields(text, text)).toEqual([]);
});
