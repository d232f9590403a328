import * as calls from '../contract.ts';
import { listAccess as accessCall } from '../access-contract.ts';
import * as passkeyCalls from '../passkeys-contract.ts';
import { serve, type Api } from '../../../platform/http/calls/serve.ts';
import { mountFactorCodes } from './factor-codes.ts';
import { listAccess } from './access.ts';
import { exportAudit, listAudit } from './audit.ts';
import { changeStaff, rehearseStaffChange } from './change-member.ts';
import { addKey, listKeys, nameKey, revokeKey } from './keys.ts';
import { addStaff, listStaff } from './members.ts';
import { beginPasskeySession, openPasskeySession } from './passkey-session.ts';
import { addPasskey, beginPasskey, listPasskeys, removePasskey, renamePasskey } from './passkeys.ts';
import { serveOperator } from './serve-operator.ts';
import { beginFactor, endStaffSession, getStaffSelf, openStaffSession, renewRecoveryCodes } from './session.ts';

const nameMember = ({ id }: { id: number }) => `staff:${String(id)}`;

export function mountStaff(api: Api): void {
  serve(api, calls.getStaffSelf, getStaffSelf);
  serve(api, calls.beginFactor, beginFactor);
  serve(api, calls.openStaffSession, openStaffSession);
  serve(api, calls.renewRecoveryCodes, renewRecoveryCodes);
  serve(api, calls.endStaffSession, endStaffSession);
  serve(api, accessCall, listAccess);
  serve(api, passkeyCalls.listPasskeys, listPasskeys);
  serve(api, passkeyCalls.beginPasskey, beginPasskey);
  serve(api, passkeyCalls.addPasskey, addPasskey);
  serve(api, passkeyCalls.renamePasskey, renamePasskey);
  serve(api, passkeyCalls.removePasskey, removePasskey);
  serve(api, passkeyCalls.beginPasskeySession, beginPasskeySession);
  serve(api, passkeyCalls.openPasskeySession, openPasskeySession);
  mountFactorCodes(api);
  serveOperator(api, calls.listStaff, () => '', listStaff);
  serveOperator(api, calls.addStaff, ({ name }) => name, addStaff);
  serveOperator(api, calls.rehearseStaffChange, nameMember, rehearseStaffChange);
  serveOperator(api, calls.changeStaff, nameMember, changeStaff);
  serveOperator(api, calls.listKeys, () => '', listKeys);
  serveOperator(api, calls.addKey, ({ name }) => `key:${name}`, addKey);
  serveOperator(api, calls.revokeKey, nameKey, revokeKey);
  serveOperator(api, calls.listAudit, ({ operator, subject }) => subject ?? operator ?? '', listAudit);
  serveOperator(api, calls.exportAudit, ({ operator, subject }) => subject ?? operator ?? '', exportAudit);
}
