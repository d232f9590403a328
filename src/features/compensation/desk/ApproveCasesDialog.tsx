import { Moment } from '../../../platform/desk/Parts.tsx';
import { Steps } from '../../../platform/desk/Steps.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useSteps } from '../../../platform/desk/use-steps.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import {
  approveCompensations,
  listCompensations,
  rehearseApprovals,
  type ApprovalRow,
  type ApproveResult,
  type CompensationCase,
} from '../desk-contract.ts';
import { describeResult, nameFault } from './words.ts';

interface Props {
  rows: readonly CompensationCase[];
  onDone: (results: Output<typeof approveCompensations>['data']) => void;
  onClose: () => void;
}

/** Chosen proposals, then the result of each, then one act on those that would be approved. */
export function ApproveCasesDialog({ rows, onDone, onClose }: Props) {
  const rehearse = useAct(rehearseApprovals);
  const approve = useAct(approveCompensations, [listCompensations], [listCompensations]);
  const approvable = (rehearse.data?.data ?? []).filter(isApprovable);
  const steps = useSteps({
    form: 'approve-cases',
    empty: {},
    read: () => ({ ids: rows.map(({ id }) => id) }),
    rehearse,
    make: {
      ...approve,
      mutate: (_, options) => {
        approve.mutate({ cases: approvable.map(({ id, days, people }) => ({ id, days, people })) }, options);
      },
    },
    onDone: ({ data }) => {
      onDone(data);
    },
  });
  return (
    <Steps
      title={m.compensation_approve_many()}
      {...{ steps, onClose }}
      label={m.compensation_approve_do({ number: formatNumber(approvable.length) })}
      hasEffect={(preview) => preview.some(isApprovable)}
      facts={(preview) => <Preview rows={preview} cases={rows} />}
    >
      <p>{m.compensation_approve_note()}</p>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <bdi>{nameFault(row)}</bdi>
          </li>
        ))}
      </ul>
    </Steps>
  );
}

const isApprovable = ({ result }: { result: ApproveResult }) => result === 'approved';

function Preview({ rows, cases }: { rows: readonly ApprovalRow[]; cases: readonly CompensationCase[] }) {
  const findCase = ({ id }: ApprovalRow) => cases.find((one) => one.id === id);
  return (
    <Table
      label={m.compensation_approve_many()}
      rows={rows}
      getKey={({ id }) => id}
      empty={m.compensation_none()}
      columns={[
        {
          name: m.compensation_fault(),
          kind: 'wide',
          show: (row) => {
            const one = findCase(row);
            return one && <bdi>{nameFault(one)}</bdi>;
          },
        },
        { name: m.compensation_from(), show: (row) => <Moment at={findCase(row)?.starts_at ?? null} /> },
        { name: m.compensation_people(), kind: 'number', show: ({ people }) => formatNumber(people) },
        { name: m.compensation_days(), kind: 'number', show: ({ days }) => formatNumber(days) },
        {
          name: m.compensation_result(),
          show: ({ result }) => (result === 'approved' ? m.compensation_result_will() : describeResult(result)),
        },
      ]}
    />
  );
}
