import type { StaffRole } from '../../../platform/http/calls/permissions.ts';
import { m } from '../../../platform/text/paraglide/messages.js';

const ACTS: Readonly<Record<string, () => string>> = {
  getAccount: m.access_read_account,
  listAudit: m.access_read_trail,
  exportAudit: m.access_read_trail,
  getDeskPayment: m.access_read_payment,
  getOperatorPayment: m.access_read_payment,
  getHelpThread: m.access_read_message,
  answerHelp: m.access_answer,
  closeHelp: m.access_close,
  verifyAgain: m.access_verify,
  rehearseRefund: m.access_rehearse,
  rehearseCorrection: m.access_rehearse,
  rehearseDebit: m.access_rehearse,
  requestRefund: m.access_request,
  requestCorrection: m.access_request,
  requestDebit: m.access_request,
  refundPayment: m.access_refund,
  rehearseUndo: m.access_rehearse,
  undoRefund: m.access_undo_refund,
  correctLedger: m.access_correct,
  resolveDebit: m.access_correct,
  requestErasure: m.access_request,
  rehearseErasure: m.access_rehearse,
  eraseAccount: m.access_erase,
  exportPerson: m.access_export,
  listAccountHelp: m.access_read_message,
  extendAccount: m.access_extend,
  undoDays: m.access_undo_days,
  endAccountSessions: m.access_sessions,
  rehearseBlock: m.access_rehearse,
  blockAccount: m.access_block,
  unblockAccount: m.access_unblock,
  startMobileChange: m.access_mobile_start,
  sendMobileCode: m.access_mobile_code,
  proveMobile: m.access_mobile_proof,
  finishMobileChange: m.access_mobile,
  requestMobileChange: m.access_request,
  changeMobile: m.access_mobile,
  listNotes: m.access_read_notes,
  addNote: m.access_note_added,
};

/** An act of the desk in the words of the account's page; one without words of its own is named as work on the account. */
export const nameAct = (action: string): string => (ACTS[action] ?? m.access_work)();

export const ROLES: Record<StaffRole, () => string> = {
  owner: m.access_role_owner,
  editor: m.access_role_editor,
  support: m.access_role_support,
  finance: m.access_role_finance,
  moderator: m.access_role_moderator,
  viewer: m.access_role_viewer,
};
