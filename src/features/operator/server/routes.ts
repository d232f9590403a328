import * as accounts from '../accounts-contract.ts';
import * as alarms from '../alarms-contract.ts';
import * as approvals from '../approvals-contract.ts';
import * as blocks from '../blocks-contract.ts';
import * as books from '../books-contract.ts';
import * as calls from '../contract.ts';
import * as deskPayments from '../desk-payments-contract.ts';
import * as erasures from '../erasures-contract.ts';
import * as gifts from '../gift-batches-contract.ts';
import * as mobiles from '../mobiles-contract.ts';
import * as moves from '../moves-contract.ts';
import * as notes from '../notes-contract.ts';
import { endRenewal as endRenewalCall } from '../renewals-contract.ts';
import { getServices as getServicesCall, testService as testServiceCall } from '../services-contract.ts';
import { getAccountViewing as viewingCall } from '../viewing-contract.ts';
import { ok, fail } from '../../../platform/outcome.ts';
import type { Api } from '../../../platform/http/calls/serve.ts';
import { refundPayment, rehearseRefund } from '../../payments/server/refunds/refund.ts';
import { rehearseUndo, undoRefund } from '../../payments/server/refunds/undo.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { sql } from 'drizzle-orm';
import { addAlarms, listAlarms, returnAlarm, seeAlarm, takeAlarms } from './alarms.ts';
import type { Kind } from './approval-acts.ts';
import { approveRequest, findAloneLimit, listApprovals, rejectRequest, requestApproval } from './approvals.ts';
import { showOwner } from './owners.ts';
import { endAccountSessions, extendAccount, findAccounts, getAccount, rehearseEndSessions } from './accounts.ts';
import { blockAccount, showBlock, showUnblock, unblockAccount } from './blocks.ts';
import { getDayBook } from './books.ts';
import { describeRefundMade } from './describe-move.ts';
import { closeDay } from './close-day.ts';
import { getDeskPayment, listDeskPayments, verifyAgain } from './desk-payments.ts';
import { cancelErasure, exportPerson, showErasure } from './erasures.ts';
import { reopenRenewal } from '../../direct-debit/server/charges.ts';
import { finishMobileChange, rehearseMobileChange } from './finish-mobile.ts';
import { nameChangedAccount, startMobileChange } from './mobile-changes.ts';
import { proveMobile, sendMobileCode } from './mobile-codes.ts';
import { getFigures } from './figures.ts';
import { correctByOperator, previewCorrection, previewDebit, resolveByOperator } from './moves.ts';
import { getFigures as figuresCall } from '../figures-contract.ts';
import { addNote, listNotes } from './notes.ts';
import { closeCodes, listBatches, makeBatch, previewBatch, showCodes } from './gift-batches.ts';
import { getQuality } from './quality.ts';
import { getQuality as qualityCall } from '../quality-contract.ts';
import { getOperatorPayment, listGatewayPayments } from './payments.ts';
import { isOwnMoney } from './own-money.ts';
import { endRenewal } from './renewals.ts';
import { getServices, testService } from './services.ts';
import { getAccountViewing } from './viewing.ts';
import { undoDays } from './undo-days.ts';
import { serveOperator } from '../../staff/server/serve-operator.ts';
import type { Change } from '../../staff/server/trail.ts';

export function mountOperator(api: Api): void {
  serveOperator(
    api,
    calls.refundPayment,
    ({ payment_id: id, key }) => `${id} ${key}`,
    async (context, input, operator, record) => {
      if (await isOwnMoney(context, { paymentId: input.payment_id })) return fail('own_account');
      const wanted = { ...input, lines: input.lines ?? null };
      const made = await refundPayment(context, wanted, operator, await findAloneLimit(context));
      if (!made.ok) return made;
      record(await describeRefundMade(context.db, made.value, input.reason));
      return ok({ data: made.value });
    },
  );
  serveOperator(api, calls.correctLedger, ({ key }) => key, correctByOperator);
  serveOperator(api, calls.resolveDebit, ({ payment_id: id }) => id, resolveByOperator);
  serveOperator(api, moves.rehearseCorrection, ({ key }) => key, previewCorrection);
  serveOperator(api, moves.rehearseDebit, ({ payment_id: id }) => id, previewDebit);
  serveOperator(api, alarms.listAlarms, () => '', listAlarms);
  serveOperator(api, alarms.takeAlarms, ({ ids }) => `${String(ids.length)} alarms`, takeAlarms);
  serveOperator(api, alarms.returnAlarm, nameAlarm, returnAlarm);
  serveOperator(api, alarms.seeAlarm, nameAlarm, seeAlarm);
  serveOperator(api, calls.addAlarms, ({ alarms: list }) => `${String(list.length)} alarms`, addAlarms);
  serveOperator(api, figuresCall, () => '', getFigures);
  serveOperator(api, qualityCall, ({ days }) => `days:${String(days)}`, getQuality);
  serveOperator(api, calls.listGatewayPayments, ({ gateway }) => gateway, listGatewayPayments);
  serveOperator(api, calls.getOperatorPayment, ({ id }) => id, getOperatorPayment);
  serveOperator(api, books.getDayBook, ({ day }) => day, getDayBook);
  serveOperator(api, books.closeDay, ({ day }) => day, closeDay);
  mountGiftBatches(api);
  mountAccounts(api);
  mountDeskPayments(api);
  mountApprovals(api);
}

const nameAlarm = ({ id }: { id: number }) => `alarm:${String(id)}`;
const nameAccount = ({ id }: { id: number }) => `account:${String(id)}`;

function mountAccounts(api: Api): void {
  // The query may be somebody's number: the trail does not have it.
  serveOperator(api, accounts.findAccounts, () => '', findAccounts);
  serveOperator(api, accounts.getAccount, nameAccount, getAccount);
  serveOperator(api, accounts.rehearseEndSessions, nameAccount, rehearseEndSessions);
  serveOperator(api, accounts.endAccountSessions, nameAccount, endAccountSessions);
  serveOperator(api, accounts.extendAccount, nameAccount, extendAccount);
  serveOperator(api, erasures.rehearseErasure, nameAccount, showErasure);
  serveOperator(api, erasures.cancelErasure, nameAccount, cancelErasure);
  serveOperator(api, erasures.exportPerson, nameAccount, exportPerson);
  serveOperator(api, endRenewalCall, nameAccount, endRenewal);
  serveOperator(api, viewingCall, nameAccount, getAccountViewing);
  serveOperator(api, accounts.undoDays, nameAccount, undoDays);
  serveOperator(api, blocks.rehearseBlock, nameAccount, showBlock);
  serveOperator(api, blocks.blockAccount, nameAccount, blockAccount);
  serveOperator(api, blocks.rehearseUnblock, nameAccount, showUnblock);
  serveOperator(api, blocks.unblockAccount, nameAccount, unblockAccount);
  serveOperator(api, mobiles.startMobileChange, nameAccount, startMobileChange);
  const nameChange = ({ id }: { id: number }, context: RequestContext) => nameChangedAccount(id, context);
  serveOperator(api, mobiles.sendMobileCode, nameChange, sendMobileCode);
  serveOperator(api, mobiles.proveMobile, nameChange, proveMobile);
  serveOperator(api, mobiles.rehearseMobileChange, nameChange, rehearseMobileChange);
  serveOperator(api, mobiles.finishMobileChange, nameChange, finishMobileChange);
  serveOperator(api, notes.listNotes, nameAccount, listNotes);
  serveOperator(api, notes.addNote, nameAccount, addNote);
}

function mountDeskPayments(api: Api): void {
  serveOperator(
    api,
    deskPayments.listDeskPayments,
    ({ user, state }) => (user === undefined ? (state ?? '') : nameAccount({ id: user })),
    listDeskPayments,
  );
  serveOperator(api, deskPayments.getDeskPayment, ({ id }) => id, getDeskPayment);
  serveOperator(api, deskPayments.verifyAgain, ({ id }) => id, verifyAgain);
  serveOperator(
    api,
    deskPayments.rehearseRefund,
    ({ payment_id: id }) => id,
    async (context, input, operator) => {
      const refund = await rehearseRefund(context, { ...input, lines: input.lines ?? null }, operator);
      if (!refund.ok) return refund;
      const { preview, refundedAfter } = refund.value;
      const limit = await findAloneLimit(context);
      const isOwn = await isOwnMoney(context, { paymentId: input.payment_id });
      return ok({ data: { ...preview, needs_approval: isOwn || (limit !== null && refundedAfter > limit) } });
    },
  );
  const nameRefund = ({ payment_id: id, refund }: { payment_id: string; refund: string }) => `${id} ${refund}`;
  serveOperator(api, deskPayments.rehearseUndo, nameRefund, async (context, input, operator) => {
    if (await isOwnMoney(context, { paymentId: input.payment_id })) return fail('own_account');
    const preview = await rehearseUndo(context, input, operator);
    return preview.ok ? ok({ data: preview.value }) : preview;
  });
  serveOperator(api, deskPayments.undoRefund, nameRefund, async (context, input, operator, record) => {
    if (await isOwnMoney(context, { paymentId: input.payment_id })) return fail('own_account');
    // The renewal of the end that is back may have been dropped meanwhile.
    const undone = await undoRefund(context, input, operator, (userId, isUndone) => [
      sql`${reopenRenewal(userId, context.now)} AND ${isUndone}`,
    ]);
    if (!undone.ok) return undone;
    record({ before: { toman: undone.value.toman }, after: { toman: 0, reason: input.reason } });
    return ok({ data: undone.value });
  });
}

function mountGiftBatches(api: Api): void {
  serveOperator(api, gifts.listGiftBatches, () => '', listBatches);
  serveOperator(api, gifts.rehearseGiftBatch, ({ key }) => key, previewBatch);
  serveOperator(api, gifts.makeGiftBatch, ({ key }) => key, makeBatch);
  serveOperator(api, gifts.showGiftCodes, ({ id }) => id, showCodes);
  serveOperator(api, gifts.closeGiftCodes, ({ id }) => id, closeCodes);
}

/** The other fields of the call are the act's own. */
const requestAs =
  (kind: Kind) =>
  (
    context: RequestContext,
    { key, reason, ...request }: { key: string; reason: string },
    operator: string,
    record: (change: Change) => void,
  ) =>
    requestApproval(context, { kind, key, reason, request }, operator, record);

function mountApprovals(api: Api): void {
  serveOperator(api, approvals.requestRefund, ({ payment_id: id, key }) => `${id} ${key}`, requestAs('refund'));
  serveOperator(api, approvals.rehearseOwner, () => '', showOwner);
  serveOperator(api, approvals.requestOwner, ({ key }) => key, requestAs('owner'));
  serveOperator(api, approvals.requestCorrection, ({ key }) => key, requestAs('correction'));
  serveOperator(api, approvals.requestDebit, ({ payment_id: id, key }) => `${id} ${key}`, requestAs('debit'));
  serveOperator(api, approvals.requestErasure, ({ user_id: id }) => `account:${String(id)}`, requestAs('erasure'));
  serveOperator(
    api,
    approvals.requestMobileChange,
    ({ change }, context) => nameChangedAccount(change, context),
    requestAs('mobile'),
  );
  serveOperator(api, approvals.requestGiftBatch, ({ key }) => key, requestAs('gifts'));
  serveOperator(api, getServicesCall, () => '', getServices);
  serveOperator(api, testServiceCall, ({ id }) => `service:${id}`, testService);
  serveOperator(api, approvals.listApprovals, () => '', listApprovals);
  serveOperator(api, approvals.approveRequest, ({ id }) => `approval:${String(id)}`, approveRequest);
  serveOperator(api, approvals.rejectRequest, ({ id }) => `approval:${String(id)}`, rejectRequest);
}
