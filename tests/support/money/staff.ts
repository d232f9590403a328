import * as staff from '../../../src/features/staff/contract.ts';
import type { StaffRole } from '../../../src/platform/http/calls/permissions.ts';
import { readAuthenticator } from '../authenticator.ts';
import type { openMoney, Visitor } from './money.ts';

/** Another role, or the end of a place (null), from the role that it has. */
export async function changePlace(
  site: ReturnType<typeof openMoney>,
  { id, role }: { id: number; role: StaffRole | null },
  who: Visitor,
): Promise<void> {
  const seen = await site.sql('SELECT role FROM staff WHERE id = ?', id).first<string>('role');
  await site.call(staff.changeStaff, { id, role, seen, reason: 'as the test wants' }, who);
}

/** Members of the desk, made by the token `root`, each with an open desk. */
export function openStaff(site: ReturnType<typeof openMoney>, root: Visitor) {
  const { clock } = site;
  let count = 0;

  /** The code of the next step, as each code counts once. */
  async function open(member: Visitor & { secret: string }) {
    clock.now += 30;
    await site.call(staff.openStaffSession, { code: readAuthenticator(member.secret, clock.now) }, member);
  }

  async function join(role: StaffRole) {
    count += 1;
    const who = await site.visitor();
    const name = `two ${String(count)}`;
    const { data } = await site.call(staff.addStaff, { mobile: who.mobile, name, role }, root);
    const { secret } = (await site.call(staff.beginFactor, {}, who)).data;
    const member = { ...who, name, staffId: data.id, secret };
    await open(member);
    return member;
  }

  return { join, open };
}
