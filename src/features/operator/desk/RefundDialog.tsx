import { ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { Steps } from '../../../platform/desk/Steps.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useSteps } from '../../../platform/desk/use-steps.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Field } from '../../../platform/ui/Field.tsx';
import { getAccount } from '../accounts-contract.ts';
import { refundPayment } from '../contract.ts';
import { getDeskPayment, listDeskPayments, rehearseRefund, type DeskPaymentPage } from '../desk-payments-contract.ts';
import { listApprovals, requestRefund } from '../approvals-contract.ts';
import { RefundFacts } from './RefundFacts.tsx';
import { RefundLineFields } from './RefundLineFields.tsx';
import { createRefundDraft, listOpenLines, readRefundDraft, type RefundDraft } from './refund-draft.ts';

/** Read again after a refusal, too: an answer that was lost may have been a yes. */
const CHANGED = [getDeskPayment, listDeskPayments, getAccount];

/** Two steps: the form, and what would happen by its own batch, which is rolled back until it is confirmed. */
export function RefundDialog({ payment, onClose }: { payment: DeskPaymentPage; onClose: () => void }) {
  const steps = useSteps({
    form: `refund:${payment.id}`,
    empty: createRefundDraft(payment),
    read: (draft, key) => readRefundDraft(draft, payment, key),
    rehearse: useAct(rehearseRefund, [], CHANGED),
    make: useAct(refundPayment, CHANGED, CHANGED),
    request: useAct(requestRefund, [listApprovals]),
    onDone: onClose,
  });
  const { draft, change } = steps;
  return (
    <Steps
      title={m.refund_title()}
      {...{ steps, onClose }}
      label={m.refund_do()}
      approval={m.approval_needed()}
      shown={m.refund_shown()}
      facts={(preview) => <RefundFacts preview={preview} {...draft} />}
    >
      <RefundFields {...{ draft, payment, change }} />
    </Steps>
  );
}

function RefundFields({
  draft,
  payment,
  change,
}: {
  draft: RefundDraft;
  payment: DeskPaymentPage;
  change: (part: Partial<RefundDraft>) => void;
}) {
  return (
    <>
      <Select
        label={m.refund_what()}
        value={draft.extent}
        options={[
          ['all', m.refund_whole()],
          ['lines', m.refund_by_line()],
        ]}
        onChange={(extent) => {
          change({ extent });
        }}
      />
      {draft.extent === 'lines' &&
        listOpenLines(payment.lines).map((line) => <RefundLineFields key={line.line} {...{ draft, line, change }} />)}
      <Select
        label={m.refund_to()}
        value={draft.destination}
        options={[
          ['wallet', m.refund_wallet()],
          ['outside', m.refund_outside()],
        ]}
        onChange={(destination) => {
          change({ destination });
        }}
      />
      {draft.destination === 'outside' && (
        <Field
          label={m.refund_tracking()}
          hint={m.refund_tracking_hint()}
          dir="ltr"
          value={draft.tracking}
          onChange={(event) => {
            change({ tracking: event.target.value });
          }}
        />
      )}
      <ReasonField
        hint={m.reason_hint_owner()}
        value={draft.reason}
        onChange={(reason) => {
          change({ reason });
        }}
      />
    </>
  );
}
