import { ok } from '../../../platform/outcome.ts';
import { prepareOwner } from '../../staff/server/members.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import type * as calls from '../approvals-contract.ts';

/** Errors: `mobile_invalid`, `staff_no_account`, `staff_exists`. */
export const showOwner: OperatorService<typeof calls.rehearseOwner> = async (
  context,
  { mobile, name },
  operator,
  record,
) => {
  const act = await prepareOwner(context, { account: mobile, name }, operator);
  if (!act.ok) return act;
  record({ accounts: [act.value.userId] });
  return ok({ data: act.value.preview });
};
