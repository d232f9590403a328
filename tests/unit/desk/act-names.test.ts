import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { ALL_CALLS } from '../../../src/app/calls.ts';
import { nameCall } from '../../../src/features/staff/desk/act-names.ts';
import { nameMember } from '../../../src/platform/desk/name-member.ts';
import { getPolicy } from '../../../src/platform/http/calls/call.ts';
import { overwriteGetLocale } from '../../../src/platform/text/desk/runtime.js';

/** Files that write rows of the trail for acts without a call of an operator. */
const OWN_ACTS = [
  'src/app/preview-page.ts',
  'src/features/ingest/server/tus.ts',
  'src/features/operator/server/approvals.ts',
  ...['passkey-session', 'passkeys', 'session'].map((name) => `src/features/staff/server/${name}.ts`),
];
const ACT = /(?:action: |describeOwnAct\(member, |act\(context, member, |changeOwnFactor\(context, )'(\w+)'/g;

const acts = [
  ...ALL_CALLS.filter((call) => getPolicy(call).caller === 'operator').map(({ name }) => name),
  ...OWN_ACTS.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(ACT)].map(([, name = '']) => name)),
];

afterAll(() => {
  overwriteGetLocale(() => 'fa');
});

describe.each(['fa', 'en'] as const)('the trail (%s)', (locale) => {
  it('has a name for every act', () => {
    overwriteGetLocale(() => locale);
    expect(acts).toEqual(expect.arrayContaining(['getAccount', 'previewHome', 'createUpload', 'removePasskey']));
    expect(acts.filter((name) => nameCall(name) === name)).toEqual([]);
    expect(acts.filter((name) => /[a-z]/i.test(nameCall(name)) === (locale === 'fa'))).toEqual([]);
    expect(nameCall('ofAnotherVersion')).toBe('ofAnotherVersion');
  });

  it('names operators by their kind', () => {
    overwriteGetLocale(() => locale);
    expect(nameMember('person:Mina')).toBe('Mina');
    expect(nameMember('person:Mina + person:Sara')).toBe('Mina + Sara');
    expect(nameMember('deployer')).toBe('deployer');
    const [key, rule] = locale === 'fa' ? ['کلید', 'قاعدهٔ سایت'] : ['Key', 'Rule of the site'];
    expect(nameMember('key:night')).toBe(`${key} \u2068night\u2069`);
    expect(nameMember('rule')).toBe(rule);
  });
});
