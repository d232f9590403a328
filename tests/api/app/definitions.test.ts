import * as v from 'valibot';
import { expect, it } from 'vitest';
import { buildApi } from '../../../src/app/api-app.ts';
import { ALL_CALLS } from '../../../src/app/calls.ts';
import { API_BASE } from '../../../src/platform/http/calls/api-base.ts';
import { defineCall, getPolicy } from '../../../src/platform/http/calls/call.ts';
import { serve } from '../../../src/platform/http/calls/serve.ts';
import { serveOperator } from '../../../src/features/staff/server/serve-operator.ts';
import { fail } from '../../../src/platform/outcome.ts';

const ENTRIES = {
  method: 'GET',
  path: '/stray',
  summary: 'In no contract.',
  input: v.object({}),
  output: v.object({}),
} as const;

it('starts with no call that its list does not know', () => {
  const stray = defineCall({
    ...ENTRIES,
    name: 'getStray',
    access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  });
  const hidden = defineCall({
    ...ENTRIES,
    name: 'getHidden',
    access: { caller: 'operator', permission: 'quality.read' },
  });
  const answer = () => Promise.resolve(fail('not_found'));
  const build = () =>
    buildApi(API_BASE, [
      (api) => {
        serve(api, stray, answer);
        serveOperator(api, hidden, () => '', answer);
      },
    ]);
  expect(build).toThrow('getStray, getHidden');
});

it('accepts no definition without a decision', () => {
  const user = { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' } as const;
  const { kids: _, ...undecided } = user;
  // @ts-expect-error -- Nobody decided whether a kids session may make it.
  defineCall({ ...ENTRIES, name: 'getStray', access: undecided });
  // @ts-expect-error -- The answer of somebody signed in is not shared.
  defineCall({ ...ENTRIES, name: 'getStray', access: { ...user, answer: 'public' } });
  // @ts-expect-error -- Nobody decided anything.
  defineCall({ ...ENTRIES, name: 'getStray' });
  expect(getPolicy({ access: user })).toMatchObject({ answer: 'personal', database: 'primary' });
});

it('shares no answer of a POST and reads no replica for one', () => {
  const posts = ALL_CALLS.filter(({ method }) => method === 'POST').map(getPolicy);
  expect(posts.every(({ answer, database }) => answer === 'personal' && database === 'primary')).toBe(true);
});
