import { expect, it } from 'vitest';
import { ALL_CALLS } from '../../../src/app/calls.ts';
import { getPolicy } from '../../../src/platform/http/calls/call.ts';
import { openShop } from '../../support/money/shop.ts';
import { countStatements } from '../../support/database/statements.ts';
import { openApi, ORIGIN } from '../../support/site/api.ts';

/** Beside the call's own: the budget, the token, and the two writes of the trail. */
const FRAME =
  /rate_limits|from "sessions"|SELECT name, permissions FROM staff_keys|operator_audit \(|UPDATE operator_audit/;
const MAX_STATEMENTS = 3;

/** Parameters that a list needs. */
const NEEDED: Readonly<Record<string, string>> = {
  findAccounts: '?query=09120000001',
  listGatewayPayments: '?gateway=saman&from=0&to=1800000000',
};

const { platform } = await openShop();
const OPERATOR_TOKEN = `ali:${'a'.repeat(40)}`;

const lists = ALL_CALLS.filter(
  (call) => getPolicy(call).caller === 'operator' && call.method === 'GET' && /^(list|find)/.test(call.name),
);

it('there are lists of operators', () => {
  expect(lists.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['findAccounts', 'listDeskPayments', 'listAudit', 'listModeration', 'listApprovals']),
  );
});

it.each(lists.map((call) => [call.name, call] as const))('%s makes at most three statements', async (name, call) => {
  const counted = countStatements(platform.env);
  const site = openApi({ ...platform, env: counted.env }, { SITE_URL: ORIGIN, OPERATOR_TOKEN });
  const headers = { authorization: `Bearer ${'a'.repeat(40)}` };
  const response = await site.send(`${call.path.replace(':id', '1')}${NEEDED[name] ?? ''}`, { headers });
  expect(response.status, `add what ${name} needs above: ${await response.clone().text()}`).toBe(200);
  const statements = counted.statements().filter((text) => !FRAME.test(text));
  expect(statements.length, statements.join('\n')).toBeGreaterThan(0);
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(MAX_STATEMENTS);
});
