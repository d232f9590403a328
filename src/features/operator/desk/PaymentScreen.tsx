import { useState } from 'react';
import { Link } from 'wouter';
import { Badge, Code, Facts, Mobile, Moment, Toman } from '../../../platform/desk/Parts.tsx';
import { Loaded, Panel, Screen } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { useAct, useCall } from '../../../platform/desk/use-call.ts';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { ReasonDialog } from '../../../platform/desk/ReasonDialog.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { NO_ACCOUNT, TRANSFER, type Method } from '../../ledger/payment-kinds.ts';
import { getAccount } from '../accounts-contract.ts';
import { getDeskPayment, listDeskPayments, verifyAgain, type DeskPaymentPage } from '../desk-payments-contract.ts';
import { LedgerTable } from './LedgerTable.tsx';
import { MoveButtons } from './MoveButtons.tsx';
import { PaymentChecks } from './PaymentChecks.tsx';
import { RefundDialog } from './RefundDialog.tsx';
import { RefundsMade } from './RefundsMade.tsx';
import { describeState, nameLine, nameMethod, namePurpose } from './words.ts';

export function PaymentScreen({ id }: { id: string }) {
  const answer = useCall(getDeskPayment, { id });
  return (
    <Screen title={m.payment_one()} note={<Code text={id} />}>
      <Loaded answer={answer}>{({ data }) => <PaymentBody payment={data} />}</Loaded>
    </Screen>
  );
}

/** No gateway is asked about these. */
const WITHOUT_BANK: readonly Method[] = ['wallet', TRANSFER];

function PaymentBody({ payment }: { payment: DeskPaymentPage }) {
  const { tone, text } = describeState(payment.state);
  return (
    <div className="desk-columns">
      <Panel title={m.payment_facts()} actions={<Badge tone={tone}>{text}</Badge>}>
        <Facts
          rows={[
            [
              m.payment_who(),
              payment.user_id === NO_ACCOUNT ? (
                m.batches_outside()
              ) : (
                <Link key="who" className="desk-link" href={`/accounts/${String(payment.user_id)}`}>
                  <Mobile number={payment.mobile} />
                </Link>
              ),
            ],
            [m.payment_what(), namePurpose(payment.purpose)],
            [m.payment_method(), nameMethod(payment.method)],
            [m.payment_sum(), <Toman key="sum" value={payment.total} />],
            [m.payment_vat(), <Toman key="vat" value={payment.vat} />],
            ...(payment.discount > 0
              ? [[m.payment_discount(), <Toman key="discount" value={payment.discount} />] as const]
              : []),
          ]}
        />
        <Acts payment={payment} />
      </Panel>
      <Panel title={m.payment_trail()}>
        <Facts
          rows={[
            [m.payment_created(), <Moment key="created" at={payment.created_at} />],
            [m.payment_checked(), <Moment key="checked" at={payment.checked_at} />],
            [m.payment_paid(), <Moment key="settled" at={payment.settled_at} />],
            [m.payment_delivered(), <Moment key="delivered" at={payment.delivered_at} />],
            [m.payment_reference(), <Code key="reference" text={payment.reference} />],
            [m.payment_trace(), <Code key="trace" text={payment.trace} />],
            [m.payment_card(), <Code key="card" text={payment.card} />],
            [m.payment_token(), <Code key="token" text={payment.token} />],
            ...(payment.problem === null
              ? []
              : [[m.payment_problem(), <Code key="problem" text={payment.problem} />] as const]),
          ]}
        />
      </Panel>
      {!WITHOUT_BANK.includes(payment.method) && (
        <div className="desk-whole">
          <PaymentChecks checks={payment.checks} />
        </div>
      )}
      <div className="desk-whole">
        <Panel title={m.lines_title()}>
          <Table
            label={m.lines_title()}
            rows={payment.lines}
            getKey={({ line }) => line}
            empty={m.value_none()}
            file={`pardeh-lines-${payment.id}`}
            columns={[
              { name: m.lines_what(), kind: 'wide', show: nameLine, cell: nameLine },
              {
                name: m.lines_days(),
                kind: 'number',
                show: ({ days }) => (days === null ? m.value_none() : formatNumber(days)),
                cell: ({ days }) => days ?? '',
              },
              {
                name: m.payment_sum(),
                kind: 'number',
                show: ({ total }) => <Toman value={total} />,
                cell: ({ total }) => total,
              },
              {
                name: m.payment_vat(),
                kind: 'number',
                show: ({ vat }) => <Toman value={vat} />,
                cell: ({ vat }) => vat,
              },
              {
                name: m.lines_refunded(),
                kind: 'number',
                show: ({ refunded }) => <Toman value={refunded} />,
                cell: ({ refunded }) => refunded,
              },
            ]}
          />
        </Panel>
      </div>
      {payment.refunds.length > 0 && (
        <div className="desk-whole">
          <RefundsMade refunds={payment.refunds} />
        </div>
      )}
      <div className="desk-whole">
        <Panel title={m.ledger_title()}>
          <LedgerTable entries={payment.entries} file={`pardeh-ledger-${payment.id}`} />
        </Panel>
      </div>
    </div>
  );
}

const INQUIRIES = { answered: m.verify_done, silent: m.verify_silent, impossible: m.verify_impossible };

function Acts({ payment }: { payment: DeskPaymentPage }) {
  const permissions = usePermissions();
  const [isRefunding, setRefunding] = useState(false);
  const [isVerifying, setVerifying] = useState(false);
  const verify = useAct(verifyAgain, [getDeskPayment, listDeskPayments, getAccount]);
  const isSettled = payment.state === 'settled';
  const refundable = payment.lines.reduce((sum, { total, refunded }) => sum + total - refunded, 0);
  const mayRefund = permissions.includes('payments.refund') && isSettled && refundable > 0;
  const mayVerify = permissions.includes('payments.verify') && !isSettled && payment.method !== 'wallet';
  return (
    <>
      <div className="desk-buttons">
        {mayRefund && (
          <Button
            onClick={() => {
              setRefunding(true);
            }}
          >
            {m.refund_open()}
          </Button>
        )}
        {mayVerify && (
          <Button
            onClick={() => {
              setVerifying(true);
            }}
          >
            {m.verify_again()}
          </Button>
        )}
        {payment.seller !== null && (
          <Link className="desk-link" href={`/payments/${payment.id}/invoice`}>
            {m.invoice_open()}
          </Link>
        )}
        {payment.user_id !== NO_ACCOUNT && <MoveButtons userId={payment.user_id} payment={payment} />}
      </div>
      {verify.isSuccess && (
        <p role="status" className="desk-note">
          {INQUIRIES[verify.data.data.inquiry]({ state: describeState(verify.data.data.state).text })}
        </p>
      )}
      {isVerifying && (
        <ReasonDialog
          draft={`verify:${payment.id}`}
          title={m.verify_title()}
          label={m.verify_again()}
          hint={m.reason_hint_owner()}
          act={verify}
          send={(reason, onSuccess) => {
            verify.mutate({ id: payment.id, reason }, { onSuccess });
          }}
          onClose={() => {
            setVerifying(false);
          }}
        >
          <p>{m.verify_text()}</p>
        </ReasonDialog>
      )}
      {isRefunding && (
        <RefundDialog
          payment={payment}
          onClose={() => {
            setRefunding(false);
          }}
        />
      )}
    </>
  );
}
