import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callDesk } from '../../../platform/desk/call-desk.ts';
import { CsvButton } from '../../../platform/desk/CsvButton.tsx';
import { Badge, Code, Toman } from '../../../platform/desk/Parts.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { Panel, Refusal } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { formatDate, formatNumber, formatTime } from '../../../platform/text/format.ts';
import { toRial } from '../../../platform/text/money.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import type { GatewayId } from '../../ledger/payment-kinds.ts';
import { listAlarms } from '../alarms-contract.ts';
import { addAlarms } from '../contract.ts';
import { buildSettlementAlarm, sendSettlementAlarms } from '../settlement/alarms.ts';
import type { Difference } from '../settlement/match.ts';
import type { RowFault } from '../settlement/read-file.ts';
import type { SettlementResult } from './compare-settlement.ts';
import { PaymentLink } from './PaymentLink.tsx';
import { describeState } from './words.ts';

const KINDS: Record<Difference['kind'], () => string> = {
  only_here: m.settlement_only_here,
  only_there: m.settlement_only_there,
  amount: m.settlement_amount,
  twice: m.settlement_twice,
  reversed_there: m.settlement_reversed,
};
const FAULTS: Record<RowFault, () => string> = {
  broken: m.settlement_row_broken,
  rounded: m.settlement_row_rounded,
  amount: m.settlement_row_amount,
  nameless: m.settlement_row_nameless,
};

const getNumber = ({ row, payment }: Difference) =>
  row?.reference ?? row?.order ?? row?.token ?? row?.trace ?? payment?.reference ?? '';

interface Props {
  result: SettlementResult;
  gateway: GatewayId;
}

export function SettlementResults({ result: { matched, period, differences, unreadable }, gateway }: Props) {
  const kinds = Object.keys(KINDS) as Difference['kind'][];
  const isEqual = differences.length === 0 && unreadable.length === 0;
  return (
    <>
      <p role="status">
        <Badge tone={isEqual ? 'good' : 'bad'}>{nameVerdict(differences.length, isEqual)}</Badge>{' '}
        {m.settlement_matched({ count: formatNumber(matched) })}
      </p>
      <p>
        {period === null
          ? m.settlement_period_none()
          : m.settlement_period({ from: formatMoment(period.from), to: formatMoment(period.to - 1) })}
      </p>
      {!isEqual && (
        <div className="desk-buttons">
          <CsvButton
            name="pardeh-settlement"
            header={[
              ...[m.settlement_kind(), m.payment_number(), m.settlement_line(), m.settlement_number()],
              ...[m.settlement_here(), m.settlement_there(), m.settlement_why()],
            ]}
            getRows={() => [
              ...differences.map((difference) => {
                const { kind, payment, row } = difference;
                const rial = payment ? toRial(payment.total) : '';
                return [
                  KINDS[kind](),
                  payment?.id ?? '',
                  row?.line ?? '',
                  getNumber(difference),
                  rial,
                  row?.rial ?? '',
                  '',
                ];
              }),
              ...unreadable.map(({ line, fault }) => [
                ...[m.settlement_unreadable_row(), '', line, '', '', ''],
                FAULTS[fault](),
              ]),
            ]}
          />
          {differences.length > 0 && <RaiseAlarms {...{ differences, gateway }} />}
        </div>
      )}
      {kinds
        .map((kind) => ({ kind, rows: differences.filter((difference) => difference.kind === kind) }))
        .filter(({ rows }) => rows.length > 0)
        .map(({ kind, rows }) => (
          <DifferencePanel key={kind} kind={kind} rows={rows} />
        ))}
      {unreadable.length > 0 && (
        <Panel title={`${m.settlement_unreadable()} (${formatNumber(unreadable.length)})`}>
          <Table
            label={m.settlement_unreadable()}
            rows={unreadable}
            getKey={({ line }) => line}
            empty=""
            columns={[
              { name: m.settlement_line(), kind: 'number', show: ({ line }) => formatNumber(line) },
              { name: m.settlement_why(), kind: 'wide', show: ({ fault }) => FAULTS[fault]() },
            ]}
          />
        </Panel>
      )}
    </>
  );
}

const nameVerdict = (count: number, isEqual: boolean) => {
  if (isEqual) return m.settlement_equal();
  return count > 0 ? m.settlement_different() : m.settlement_unreadable();
};

const formatMoment = (at: number) => `${formatDate(at)} ${formatTime(at)}`;

/** One for each difference, once, as `npm run settlement -- --alarm` does. */
function RaiseAlarms({ differences, gateway }: { differences: readonly Difference[]; gateway: GatewayId }) {
  const client = useQueryClient();
  // A press after a refusal, such as of too many calls, sends the rest.
  const [sentCount, setSentCount] = useState(0);
  const rest = differences.slice(sentCount === differences.length ? 0 : sentCount);
  const act = useMutation({
    mutationFn: () =>
      sendSettlementAlarms(
        rest.map((difference) => buildSettlementAlarm(gateway, difference)),
        async (part) => {
          const { data } = await callDesk(addAlarms, { alarms: part });
          setSentCount((count) => (count === differences.length ? 0 : count) + part.length);
          return data.added;
        },
      ),
    onSettled: () => client.invalidateQueries({ queryKey: [listAlarms.name] }),
  });
  if (!usePermissions().includes('alarms.write')) return null;
  return (
    <>
      <Button
        look="line"
        busy={act.isPending}
        onClick={() => {
          act.mutate();
        }}
      >
        {m.settlement_alarm({ count: formatNumber(rest.length) })}
      </Button>
      {act.isSuccess && <p role="status">{m.settlement_alarmed({ count: formatNumber(act.data) })}</p>}
      <Refusal error={act.error} />
    </>
  );
}

function DifferencePanel({ kind, rows }: { kind: Difference['kind']; rows: readonly Difference[] }) {
  const title = `${KINDS[kind]()} (${formatNumber(rows.length)})`;
  const number = kind === 'only_here' ? m.settlement_number() : m.settlement_number_file();
  return (
    <Panel title={title}>
      <Table
        label={title}
        rows={rows}
        getKey={({ payment, row }) => `${String(row?.line ?? '')} ${payment?.id ?? ''}`}
        empty=""
        columns={[
          { name: m.payment_number(), show: ({ payment }) => payment && <PaymentLink id={payment.id} /> },
          { name: m.payment_state(), show: ({ payment }) => payment && describeState(payment.state).text },
          { name: number, kind: 'wide', show: (difference) => <Code text={getNumber(difference)} /> },
          { name: m.settlement_line(), kind: 'number', show: ({ row }) => row && formatNumber(row.line) },
          {
            name: m.settlement_here(),
            kind: 'number',
            show: ({ payment }) => payment && <Toman value={toRial(payment.total)} />,
          },
          { name: m.settlement_there(), kind: 'number', show: ({ row }) => row && <Toman value={row.rial} /> },
        ]}
      />
    </Panel>
  );
}
