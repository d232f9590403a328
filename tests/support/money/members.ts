import * as calls from '../../../src/features/staff/contract.ts';
import type { StaffRole } from '../../../src/platform/http/calls/permissions.ts';
import { readAuthenticator } from '../authenticator.ts';
import { parseFailure } from '../site/api.ts';
import type { openMoney, Visitor } from './money.ts';

interface Member {
  who: Visitor;
  id: number;
  name: string;
  secret: string;
  recovery: string[];
}

/** Members of the desk with their factors, made by the token `deployer`. */
export function openMembers(site: ReturnType<typeof openMoney>, deployer: Visitor) {
  const { clock } = site;
  let names = 0;

  /** An account with a place; `opens`: with an open desk; `confirms`: of the account, too (money.ts). */
  async function join(role: StaffRole, { opens = true, confirms = true } = {}): Promise<Member> {
    names += 1;
    const who = await site.visitor({ confirms });
    await site.sql('UPDATE sessions SET stepped_up_at = ? WHERE user_id = ?', clock.now, who.id).run();
    const name = `member ${String(names)}`;
    const { data } = await site.call(calls.addStaff, { mobile: who.mobile, name, role }, deployer);
    const factor = await site.call(calls.beginFactor, {}, who);
    const member = { who, id: data.id, name, secret: factor.data.secret, recovery: [] as string[] };
    return opens ? { ...member, recovery: (await open(member)) ?? [] } : member;
  }

  async function open({ who, secret }: Pick<Member, 'who' | 'secret'>): Promise<string[] | null> {
    clock.now += 30;
    const { data } = await site.call(calls.openStaffSession, { code: readAuthenticator(secret, clock.now) }, who);
    return data.recovery_codes;
  }

  const seen = (role: StaffRole) => ({ seen: role, reason: 'as the test wants' });

  const refuse = async (...[call, input, who]: Parameters<typeof site.ask>) => {
    const { status, code } = await parseFailure(await site.ask(call, input, who));
    return `${String(status)} ${code}`;
  };

  return { join, open, seen, refuse };
}
