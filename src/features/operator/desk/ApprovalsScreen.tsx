import { useState, type ReactNode } from 'react';
import { toIso } from '../../../platform/desk/csv.ts';
import { CsvButton } from '../../../platform/desk/CsvButton.tsx';
import { Badge, Facts, Mobile, Moment, type Tone } from '../../../platform/desk/Parts.tsx';
import { Pager } from '../../../platform/desk/Pager.tsx';
import { ReasonDialog } from '../../../platform/desk/ReasonDialog.tsx';
import { Empty, Loaded, Panel, Refusal, Screen } from '../../../platform/desk/Screen.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { useQueryParam } from '../../../platform/desk/query-param.ts';
import { useAct, useCall } from '../../../platform/desk/use-call.ts';
import { nameMember } from '../../../platform/desk/name-member.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { listStaff } from '../../staff/contract.ts';
import { OwnerFacts } from '../../staff/desk/OwnerFacts.tsx';
import { getAccount } from '../accounts-contract.ts';
import {
  approveRequest,
  listApprovals,
  rejectRequest,
  type Approval,
  type ApprovalState,
} from '../approvals-contract.ts';
import { getDeskPayment, listDeskPayments } from '../desk-payments-contract.ts';
import { listGiftBatches } from '../gift-batches-contract.ts';
import { AccountLink, ErasureFacts } from './ErasureFacts.tsx';
import { GiftBatchFacts } from './GiftBatchFacts.tsx';
import { MoveFacts } from './MoveFacts.tsx';
import { PaymentLink } from './PaymentLink.tsx';
import { RefundFacts } from './RefundFacts.tsx';

const STATES: Record<ApprovalState, readonly [Tone, () => string]> = {
  open: ['open', m.approval_state_open],
  approved: ['good', m.approval_state_approved],
  rejected: ['bad', m.approval_state_rejected],
  void: ['quiet', m.approval_state_void],
  expired: ['quiet', m.approval_state_expired],
};

const TITLES: Record<Approval['kind'], (inputs: { number: string }) => string> = {
  refund: m.approval_refund,
  owner: m.approval_owner,
  correction: m.approval_correction,
  debit: m.approval_debit,
  erasure: m.approval_erasure,
  mobile: m.approval_mobile,
  gifts: m.approval_gifts,
};
const CHANGED = [listApprovals, listGiftBatches, getDeskPayment, listDeskPayments, getAccount, listStaff];

/** Requests for a second person, each as its maker saw it. */
export function ApprovalsScreen() {
  const [all, setAll] = useQueryParam('all');
  const [before, setBefore] = useQueryParam('before');
  const [rejecting, setRejecting] = useState<Approval | null>(null);
  const [latest, setLatest] = useState<Approval | null>(null);
  const approve = useAct(approveRequest, CHANGED, [listApprovals]);
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
      {latest && <Decided key={latest.id} approval={latest} />}
      <Loaded answer={answer}>
        {({ data, next }) => (
          <div className="desk-stack">
            {data.length === 0 && <Empty>{m.approvals_none()}</Empty>}
            {data.map((approval) => (
              <ApprovalPanel key={approval.id} approval={approval}>
                {approval.state === 'open' && (
                  <Decision
                    isOwn={approval.is_own}
                    isBusy={approve.isPending}
                    error={approve.variables?.id === approval.id ? approve.error : null}
                    onApprove={() => {
                      approve.mutate({ id: approval.id }, { onSuccess: ({ data: row }) => setLatest(row) });
                    }}
                    onReject={() => {
                      setRejecting(approval);
                    }}
                  />
                )}
              </ApprovalPanel>
            ))}
            {data.length > 0 && (
              <div className="desk-buttons">
                <CsvButton
                  name="pardeh-approvals"
                  header={[
                    ...[m.payment_number(), m.audit_act(), m.audit_subject(), m.payment_state(), m.reason_label()],
                    ...[m.approval_requester(), m.payment_when(), m.approval_decider(), m.approval_decided_at()],
                  ]}
                  getRows={() =>
                    data.map((row) => [
                      ...[row.id, row.kind, row.subject, STATES[row.state][1](), row.reason, nameMember(row.requester)],
                      ...[toIso(row.requested_at), nameMember(row.decider ?? ''), toIso(row.decided_at)],
                    ])
                  }
                />
              </div>
            )}
            <Pager next={next === null ? null : String(next)} isFirst={before === null} go={setBefore} />
          </div>
        )}
      </Loaded>
      {rejecting && (
        <RejectDialog
          approval={rejecting}
          onDone={setLatest}
          onClose={() => {
            setRejecting(null);
          }}
        />
      )}
    </Screen>
  );
}

function takeFocus(element: HTMLElement | null) {
  element?.focus();
}

/** Takes the focus: the panel with the button that was pressed is not in the list any more. */
function Decided({ approval }: { approval: Approval }) {
  return (
    <p className="desk-note" tabIndex={-1} ref={takeFocus}>
      {approval.state === 'approved' ? m.approval_done() : m.approval_ended()}{' '}
      {isPaymentAct(approval) && <PaymentLink id={findPayment(approval)} />}
    </p>
  );
}

function ApprovalPanel({ approval, children }: { approval: Approval; children: ReactNode }) {
  const [tone, nameState] = STATES[approval.state];
  const { decision_reason: why } = approval;
  return (
    <Panel
      title={TITLES[approval.kind]({ number: formatNumber(approval.id) })}
      actions={<Badge tone={tone}>{nameState()}</Badge>}
    >
      <Facts
        rows={[
          approval.kind === 'owner'
            ? [m.person_name(), <bdi key="name">{approval.preview.name}</bdi>]
            : approval.kind === 'gifts'
              ? [m.batches_buyer(), <bdi key="buyer">{approval.request.buyer}</bdi>]
              : !isPaymentAct(approval)
                ? [m.person_number(), <AccountLink key="account" id={approval.user_id} />]
                : [m.payment_one(), <PaymentLink key="payment" id={findPayment(approval)} />],
          ...(approval.mobile === null
            ? []
            : [[m.payment_who(), <Mobile key="who" number={approval.mobile} />] as const]),
          [m.approval_requester(), <bdi key="requester">{nameMember(approval.requester)}</bdi>],
          [m.payment_when(), <Moment key="when" at={approval.requested_at} />],
          approval.decided_at === null
            ? [m.approval_until(), <Moment key="until" at={approval.expires_at} />]
            : [m.approval_decider(), <bdi key="decider">{nameMember(approval.decider ?? '')}</bdi>],
          ...(why ? [[m.approval_why(), <bdi key="why">{why}</bdi>] as const] : []),
        ]}
      />
      {approval.kind === 'refund' && (
        <RefundFacts preview={approval.preview} reason={approval.reason} {...approval.request} />
      )}
      {(approval.kind === 'correction' || approval.kind === 'debit') && (
        <MoveFacts
          preview={approval.preview}
          tracking={approval.request.tracking}
          reason={approval.reason}
          collectAgain={approval.kind === 'debit' && approval.request.collect_again}
        />
      )}
      {approval.kind === 'erasure' && <ErasureFacts preview={approval.preview} reason={approval.reason} />}
      {approval.kind === 'mobile' && <MobileFacts approval={approval} />}
      {approval.kind === 'gifts' && (
        <GiftBatchFacts preview={approval.preview} {...approval.request} reason={approval.reason} />
      )}
      {approval.kind === 'owner' && <OwnerFacts preview={approval.preview} reason={approval.reason} />}
      {children}
    </Panel>
  );
}

/** The reason is what its maker checked. */
function MobileFacts({ approval: { preview, reason } }: { approval: Extract<Approval, { kind: 'mobile' }> }) {
  return (
    <>
      <Facts
        rows={[
          [m.mobile_old(), <Mobile key="old" number={preview.old_mobile} />],
          [m.mobile_new(), <Mobile key="new" number={preview.new_mobile} />],
          [m.mobile_statement(), <bdi key="reason">{reason}</bdi>],
        ]}
      />
      <p className="desk-note">{m.mobile_effect()}</p>
    </>
  );
}

type Act = Exclude<Approval, { kind: 'owner' | 'erasure' | 'mobile' | 'gifts' }>;

function isPaymentAct(approval: Approval): approval is Act {
  return approval.kind === 'refund' || approval.kind === 'correction' || approval.kind === 'debit';
}

function findPayment(approval: Act): string | null {
  return approval.kind === 'refund' ? approval.subject : approval.request.payment_id;
}

function Decision({
  isOwn,
  isBusy,
  error,
  onApprove,
  onReject,
}: {
  isOwn: boolean;
  isBusy: boolean;
  error: Error | null;
  onApprove: () => void;
  onReject: () => void;
}) {
  const mayDecide = usePermissions().includes('approvals.write');
  if (!mayDecide) return null;
  return (
    <div className="desk-stack">
      {isOwn && <p className="desk-note">{m.approval_own()}</p>}
      <Refusal error={error} />
      <div className="desk-buttons">
        {!isOwn && (
          <Button busy={isBusy} onClick={onApprove}>
            {m.approval_approve()}
          </Button>
        )}
        <Button look="line" onClick={onReject}>
          {isOwn ? m.approval_withdraw() : m.approval_reject()}
        </Button>
      </div>
    </div>
  );
}

function RejectDialog({
  approval,
  onDone,
  onClose,
}: {
  approval: Approval;
  onDone: (row: Approval) => void;
  onClose: () => void;
}) {
  const reject = useAct(rejectRequest, [listApprovals], [listApprovals]);
  const { id, kind } = approval;
  const title = approval.is_own ? m.approval_withdraw() : m.approval_reject();
  return (
    <ReasonDialog
      draft={`reject:${String(id)}`}
      {...{ title, label: title, act: reject, onClose }}
      send={(reason, close) => {
        reject.mutate(
          { id, reason },
          {
            onSuccess: ({ data }) => {
              close();
              onDone(data);
            },
          },
        );
      }}
    >
      <p>{TITLES[kind]({ number: formatNumber(id) })}</p>
    </ReasonDialog>
  );
}
