import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { correctLedger, resolveDebit } from './contract.ts';
import { refundPreview } from '../payments/refund-preview.ts';

/** Rehearsals of corrections and debits. Toman. */

export const movePreview = v.object({
  entries: refundPreview.entries.entries,
  /** Each wallet that changes, by its account of the ledger. */
  wallets: v.array(v.object({ account: v.string(), ...refundPreview.entries.wallet.entries })),
});
export type MovePreview = v.InferOutput<typeof movePreview>;

/** `needs_approval`: above the sum of 24 hours of one person, or about the caller's own account. */
const output = v.object({ data: v.object({ ...movePreview.entries, needs_approval: v.boolean() }) });

export const rehearseCorrection = defineCall({
  name: 'rehearseCorrection',
  method: 'POST',
  path: '/operator/corrections/rehearse',
  summary: 'The entries and wallets of a correction, by its own batch, which is rolled back.',
  access: { caller: 'operator', permission: 'ledger.correct' },
  input: correctLedger.input,
  output,
});

export const rehearseDebit = defineCall({
  name: 'rehearseDebit',
  method: 'POST',
  path: '/operator/debits/rehearse',
  summary: 'The entries and wallet of a debit that is booked, by its own batch, which is rolled back.',
  access: { caller: 'operator', permission: 'ledger.correct' },
  input: resolveDebit.input,
  output,
});
