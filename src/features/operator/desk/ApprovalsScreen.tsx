import { useState } from 'react';
import { Badge, Code, Facts, Mobile, Moment, type Tone } from '../../../platform/desk/Parts.tsx';
import { Pager } from '../../../platform/desk/Pager.tsx';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Empty, Loaded, Panel, Refusal, Screen } from '../../../platform/desk/Screen.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { useQueryParam } from '../../../platform/desk/query-param.ts';
import { nameRole } from '../../../platform/desk/role-name.ts';
import { useAct, useCall } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { listStaff } from '../../staff/contract.ts';
import { getAccount } from '../accounts-contract.ts';
import {
  approveRequest,
  listApprovals,
  rejectRequest,
  type Approval,
  type ApprovalState,
} from '../approvals-contract.ts';
import { getDeskPayment, listDeskPayments } from '../desk-payments-contract.ts';
import { PaymentLink } from './PaymentLink.tsx';
import { RefundFacts } from './RefundFacts.tsx';

const STATES: Record<ApprovalState, readonly [Tone, () => string]> = {
  open: ['open', m.approval_state_open],
  approved: ['good', m.approval_state_approved],
  rejected: ['bad', m.approval_state_rejected],
  void: ['quiet', m.approval_state_void],
  expired: ['quiet', m.approval_state_expired],
};

/** Requests for a second person, each as its maker saw it. */
export function ApprovalsScreen() {
  const [all, setAll] = useQueryParam('all');
  const [before, setBefore] = useQueryParam('before');
  const answer = useCall(listApprovals, {
    all: all === '1' ? '1' : '0',
    ...(before !== null && { before: Number(before) }),
  });
  return (
    <Screen
      title={m.approvals_title()}
      note={m.approvals_note()}
      actions={
        <Select<'0' | '1'>
          label={m.payment_state()}
          value={all === '1' ? '1' : '0'}
          options={[
            ['0', m.approvals_open()],
            ['1', m.filter_all()],
          ]}
          onChange={(value) => {
            setAll(value === '1' ? '1' : null, ['before']);
          }}
        />
      }
    >
      <Loaded answer={answer}>
        {({ data, next }) => (
          <div className="desk-stack">
            {data.length === 0 && <Empty>{m.approvals_none()}</Empty>}
            {data.map((approval) => (
              <ApprovalPanel key={approval.id} approval={approval} />
            ))}
            <Pager next={next === null ? null : String(next)} isFirst={before === null} go={setBefore} />
          </div>
        )}
      </Loaded>
    </Screen>
  );
}

function ApprovalPanel({ approval }: { approval: Approval }) {
  const [tone, nameState] = STATES[approval.state];
  return (
    <Panel
      title={approval.kind === 'refund' ? m.approval_refund() : m.approval_owner()}
      actions={<Badge tone={tone}>{nameState()}</Badge>}
    >
      <Facts
        rows={[
          approval.kind === 'refund'
            ? [m.payment_one(), <PaymentLink key="payment" id={approval.subject} />]
            : [m.person_name(), <bdi key="name">{approval.preview.name}</bdi>],
          [m.payment_who(), <Mobile key="who" number={approval.mobile} />],
          [m.approval_requester(), <Code key="requester" text={approval.requester} />],
          [m.payment_when(), <Moment key="when" at={approval.requested_at} />],
          approval.decided_at === null
            ? [m.approval_until(), <Moment key="until" at={approval.expires_at} />]
            : [m.approval_decider(), <Code key="decider" text={approval.decider} />],
          ...(approval.decision_reason !== null && approval.decision_reason !== ''
            ? [[m.approval_why(), <bdi key="why">{approval.decision_reason}</bdi>] as const]
            : []),
        ]}
      />
      {approval.kind === 'refund' ? (
        <>
          <Facts
            rows={[
              [m.refund_to(), approval.request.destination === 'wallet' ? m.refund_wallet() : m.refund_outside()],
              ...(approval.request.tracking === null
                ? []
                : [[m.refund_tracking(), <Code key="tracking" text={approval.request.tracking} />] as const]),
            ]}
          />
          <RefundFacts preview={approval.preview} reason={approval.reason} />
        </>
      ) : (
        <Facts
          rows={[
            [
              m.approval_role_before(),
              approval.preview.role === null ? m.value_none() : nameRole(approval.preview.role),
            ],
            [m.reason_label(), <bdi key="reason">{approval.reason}</bdi>],
          ]}
        />
      )}
      {approval.state === 'open' && <Decision approval={approval} />}
    </Panel>
  );
}

function Decision({ approval: { id, is_own: isOwn } }: { approval: Approval }) {
  const mayDecide = usePermissions().includes('approvals.write');
  const [isRejecting, setRejecting] = useState(false);
  const approve = useAct(approveRequest, [listApprovals, getDeskPayment, listDeskPayments, getAccount, listStaff]);
  if (!mayDecide) return null;
  return (
    <>
      {isOwn && <p className="desk-note">{m.approval_own()}</p>}
      <div className="desk-buttons">
        {!isOwn && (
          <Button
            busy={approve.isPending}
            onClick={() => {
              approve.mutate({ id });
            }}
          >
            {m.approval_approve()}
          </Button>
        )}
        <Button
          look="line"
          onClick={() => {
            setRejecting(true);
          }}
        >
          {isOwn ? m.approval_withdraw() : m.approval_reject()}
        </Button>
      </div>
      <Refusal error={approve.error} />
      {isRejecting && (
        <RejectDialog
          id={id}
          title={isOwn ? m.approval_withdraw() : m.approval_reject()}
          onClose={() => {
            setRejecting(false);
          }}
        />
      )}
    </>
  );
}

function RejectDialog({ id, title, onClose }: { id: number; title: string; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const reject = useAct(rejectRequest, [listApprovals]);
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          reject.mutate({ id, reason }, { onSuccess: onClose });
        }}
      >
        <ReasonField value={reason} onChange={setReason} />
        <Refusal error={reject.error} />
        <Button type="submit" disabled={!isReason(reason)} busy={reject.isPending}>
          {title}
        </Button>
      </form>
    </Dialog>
  );
}
