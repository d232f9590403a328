import { execFile } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import * as staff from '../../../src/features/staff/contract.ts';
import { ensureSandboxOwner, SANDBOX_OWNER } from '../../../tools/lib/sandbox-owner.ts';
import { readAuthenticator } from '../../support/authenticator.ts';
import { openMoney, type Visitor } from '../../support/money/money.ts';
import { openShop } from '../../support/money/shop.ts';
import { listen } from '../../support/site/api.ts';
import { openPlatform } from '../../support/site/platform.ts';

const { platform } = await openShop();
const ROOT = 'r'.repeat(40);
const site = openMoney(platform, { OPERATOR_TOKEN: `root:${ROOT}`, MEDIA_SIGNING_KEY: 'k'.repeat(43) });

async function run(args: readonly string[], token = ROOT): Promise<{ code: number; text: string }> {
  const server = await listen((incoming) => Promise.resolve(site.api(incoming, site.env, platform.ctx)));
  try {
    return await new Promise((resolve) => {
      const env = { ...process.env, OPERATOR_TOKEN: token };
      const command = ['scripts/desk-owner.ts', ...args, '--site', server.url];
      execFile(process.execPath, command, { env }, (error, out, err) => {
        resolve({ code: error ? Number(error.code) : 0, text: out + err });
      });
    });
  } finally {
    await server.close();
  }
}

async function open(who: Visitor): Promise<string> {
  const { secret } = (await site.call(staff.beginFactor, {}, who)).data;
  await site.call(staff.openStaffSession, { code: readAuthenticator(secret, site.clock.now) }, who);
  return (await site.call(staff.getStaffSelf, {}, who)).data.role;
}

describe('npm run desk:owner', () => {
  it('makes an account the first owner, who opens the desk by a second factor', async () => {
    const who = await site.visitor();
    const { code, text } = await run([who.mobile, '--name', 'Mina']);
    expect([code, text]).toEqual([0, expect.stringContaining('is an owner from now on')]);
    expect(await open(who)).toBe('owner');
    const act = await site.sql("SELECT * FROM operator_audit WHERE action = 'addStaff' ORDER BY id DESC").first();
    expect(act).toMatchObject({ operator: 'root', status: 200 });
  });

  it('makes nobody an owner with a wrong token, or of a number without an account', async () => {
    const who = await site.visitor();
    const before = await site.count('staff');
    expect((await run([who.mobile], 'w'.repeat(40))).code).toBe(1);
    expect((await run(['09990000000'])).code).toBe(1);
    expect((await run(['12'])).code).toBe(1);
    expect(await site.count('staff')).toBe(before);
  });
});

it('the demo gets its owner once, however often it starts', async () => {
  const { env, dispose } = await openPlatform();
  const open = () => Promise.resolve({ env, dispose: () => Promise.resolve() });
  for (let round = 0; round < 2; round += 1) await ensureSandboxOwner(open);
  const { results } = await env.DB.prepare(
    'SELECT u.mobile, m.role, m.ended_at FROM staff m JOIN users u ON u.id = m.user_id',
  ).all();
  await dispose();
  expect(results).toEqual([{ mobile: SANDBOX_OWNER, role: 'owner', ended_at: null }]);
});
