import * as v from 'valibot';
import { reason } from '../../platform/http/calls/reason.ts';
import { defineCall } from '../../platform/http/calls/call.ts';
import { personName } from '../accounts/contract/account.ts';
import { REFUND_DESTINATIONS } from '../payments/refund.ts';
import { idInput } from '../titles/contract/shapes.ts';
import { correctLedger, refundPayment, resolveDebit } from './contract.ts';
import { refundPreview } from '../payments/refund-preview.ts';
import { ownerPreview } from '../staff/owner-preview.ts';
import { erasurePreview } from './erasures-contract.ts';
import { giftBatchPreview, makeGiftBatch } from './gift-batches-contract.ts';
import { mobilePreview } from './mobiles-contract.ts';
import { movePreview } from './moves-contract.ts';

/** Acts for two people (docs/desk.md). Toman; epoch seconds. */

export const APPROVAL_SECONDS = 24 * 60 * 60;
const APPROVAL_STATES = ['open', 'approved', 'rejected', 'void', 'expired'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

const common = {
  id: v.number(),
  state: v.picklist(APPROVAL_STATES),
  /** A payment, `account:<number>`, or the key of a correction or of a batch of gift cards. */
  subject: v.string(),
  user_id: v.nullable(v.number()),
  mobile: v.nullable(v.string()),
  reason: v.string(),
  requester: v.string(),
  requested_at: v.number(),
  expires_at: v.number(),
  /** The caller made the request, or the act is about the caller's account. */
  is_own: v.boolean(),
  decider: v.nullable(v.string()),
  decision_reason: v.nullable(v.string()),
  decided_at: v.nullable(v.number()),
};
/** `preview`: what the requester saw before the request. */
const approval = v.variant('kind', [
  v.object({
    ...common,
    kind: v.literal('refund'),
    request: v.object({ destination: v.picklist(REFUND_DESTINATIONS), tracking: v.nullable(v.string()) }),
    preview: refundPreview,
  }),
  v.object({
    ...common,
    kind: v.literal('owner'),
    request: v.object({ name: v.string() }),
    preview: ownerPreview,
  }),
  v.object({
    ...common,
    kind: v.literal('correction'),
    request: v.object({ payment_id: v.nullable(v.string()), tracking: v.nullable(v.string()) }),
    preview: movePreview,
  }),
  v.object({
    ...common,
    kind: v.literal('debit'),
    request: v.object({ payment_id: v.string(), tracking: v.nullable(v.string()), collect_again: v.boolean() }),
    preview: movePreview,
  }),
  v.object({ ...common, kind: v.literal('erasure'), preview: erasurePreview }),
  v.object({ ...common, kind: v.literal('mobile'), preview: mobilePreview }),
  v.object({
    ...common,
    kind: v.literal('gifts'),
    request: v.object({ buyer: v.string(), tracking: v.string() }),
    preview: giftBatchPreview,
  }),
]);
export type Approval = v.InferOutput<typeof approval>;

export const requestRefund = defineCall({
  name: 'requestRefund',
  method: 'POST',
  path: '/operator/approvals/refunds',
  summary: 'Asks a second member for a refund above the sum that one person gives back, once for each key.',
  access: { caller: 'operator', permission: 'payments.refund' },
  input: refundPayment.input,
  output: v.object({ data: approval }),
});

const newOwner = { mobile: v.pipe(v.string(), v.maxLength(100)), name: v.pipe(personName, v.nonEmpty()) };

export const rehearseOwner = defineCall({
  name: 'rehearseOwner',
  method: 'POST',
  path: '/operator/approvals/owners/rehearse',
  summary: 'What making an account an owner would do. Nothing happens.',
  access: { caller: 'operator', permission: 'staff.write' },
  input: v.object(newOwner),
  output: v.object({ data: ownerPreview }),
});

export const requestOwner = defineCall({
  name: 'requestOwner',
  method: 'POST',
  path: '/operator/approvals/owners',
  summary: 'Asks a second owner to make an account an owner, once for each key.',
  access: { caller: 'operator', permission: 'staff.write' },
  input: v.object({ key: refundPayment.input.entries.key, ...newOwner, reason }),
  output: v.object({ data: approval }),
});

export const requestCorrection = defineCall({
  name: 'requestCorrection',
  method: 'POST',
  path: '/operator/approvals/corrections',
  summary: 'Asks a second member for a correction of the ledger above the sum of one person, once for each key.',
  access: { caller: 'operator', permission: 'ledger.correct' },
  input: correctLedger.input,
  output: v.object({ data: approval }),
});

export const requestDebit = defineCall({
  name: 'requestDebit',
  method: 'POST',
  path: '/operator/approvals/debits',
  summary: 'Asks a second member to book a debit above the sum of one person, once for each key.',
  access: { caller: 'operator', permission: 'ledger.correct' },
  input: v.object({ ...resolveDebit.input.entries, key: refundPayment.input.entries.key }),
  output: v.object({ data: approval }),
});

export const requestErasure = defineCall({
  name: 'requestErasure',
  method: 'POST',
  path: '/operator/approvals/erasures',
  summary: "Asks a second member to erase an account at its owner's wish, once for each key.",
  access: { caller: 'operator', permission: 'people.write' },
  input: v.object({ key: refundPayment.input.entries.key, user_id: idInput, reason }),
  output: v.object({ data: approval }),
});

export const requestMobileChange = defineCall({
  name: 'requestMobileChange',
  method: 'POST',
  path: '/operator/approvals/mobiles',
  summary:
    'Asks a second member for a new number whose old one is lost, once for each key. The reason: what was checked.',
  access: { caller: 'operator', permission: 'people.mobile' },
  input: v.object({ key: refundPayment.input.entries.key, change: idInput, reason }),
  output: v.object({ data: approval }),
});

export const requestGiftBatch = defineCall({
  name: 'requestGiftBatch',
  method: 'POST',
  path: '/operator/approvals/gift-batches',
  summary: 'Asks a second member for a batch of gift cards above the sum of one person, once for each key.',
  access: { caller: 'operator', permission: 'gifts.write' },
  input: makeGiftBatch.input,
  output: v.object({ data: approval }),
});

export const listApprovals = defineCall({
  name: 'listApprovals',
  method: 'GET',
  path: '/operator/approvals',
  summary: 'Requests for a second person that the caller may decide by permission, the newest first, 50 a page.',
  access: { caller: 'operator', permission: 'approvals.read' },
  input: v.object({ all: v.optional(v.picklist(['0', '1']), '0'), before: v.optional(idInput) }),
  output: v.object({ data: v.array(approval), next: v.nullable(v.number()) }),
});

export const approveRequest = defineCall({
  name: 'approveRequest',
  method: 'POST',
  path: '/operator/approvals/:id/approve',
  summary: 'Does what was requested, once, if it is still what the requester saw. Only another member.',
  access: { caller: 'operator', permission: 'approvals.write' },
  input: v.object({ id: idInput }),
  output: v.object({ data: approval }),
});

export const rejectRequest = defineCall({
  name: 'rejectRequest',
  method: 'POST',
  path: '/operator/approvals/:id/reject',
  summary: 'Ends a request with a reason; its maker may, too.',
  access: { caller: 'operator', permission: 'approvals.write' },
  input: v.object({ id: idInput, reason }),
  output: v.object({ data: approval }),
});
