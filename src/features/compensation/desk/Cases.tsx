import { useState } from 'react';
import { Link } from 'wouter';
import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { Badge, Moment } from '../../../platform/desk/Parts.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useChoice } from '../../../platform/desk/use-choice.tsx';
import { useDraft } from '../../../platform/desk/use-draft.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import {
  listCompensations,
  MAX_APPROVALS_AT_ONCE,
  refuseCompensations,
  type ApproveResult,
  type CompensationCase,
} from '../desk-contract.ts';
import { ApproveCasesDialog } from './ApproveCasesDialog.tsx';
import { describeCase, describeResult, nameFault } from './words.ts';

interface Result {
  id: number;
  result: ApproveResult | 'refused';
}

/** Chosen proposals are approved after a rehearsal, or refused for one reason, each by one call. */
export function Cases({ rows }: { rows: readonly CompensationCase[] }) {
  const mayDecide = usePermissions().includes('compensation.approve');
  const { value, isStored, change, clear } = useDraft('refuse-cases', { reason: '' });
  const refuse = useAct(refuseCompensations, [listCompensations], [listCompensations]);
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map());
  const [results, setResults] = useState<readonly Result[] | null>(null);
  const [approving, setApproving] = useState<readonly CompensationCase[] | null>(null);
  const choice = useChoice(rows, {
    getId: ({ id }) => id,
    getLabel: (row) => m.compensation_choose_case({ name: nameFault(row) }),
    mayChoose: ({ state }) => mayDecide && state === 'proposed',
  });
  const chosen = rows.filter(({ id }) => choice.ids.includes(id));
  const finish = (data: readonly Result[]) => {
    setNames(new Map(rows.map((row) => [row.id, nameFault(row)])));
    setResults(data);
    choice.clear();
  };
  return (
    <>
      {choice.allButton !== null && (
        <div className="desk-bulk">
          <DraftNote isStored={isStored} clear={clear} />
          <ReasonField
            hint={m.compensation_chosen_count({ number: formatNumber(choice.ids.length) })}
            value={value.reason}
            onChange={(reason) => {
              change({ reason });
            }}
          />
          <div className="desk-buttons">
            <Button
              disabled={chosen.length === 0 || chosen.length > MAX_APPROVALS_AT_ONCE}
              onClick={() => {
                setApproving(chosen);
              }}
            >
              {m.compensation_approve_many()}
            </Button>
            <Button
              look="line"
              disabled={chosen.length === 0 || !isReason(value.reason)}
              busy={refuse.isPending}
              onClick={() => {
                refuse.mutate(
                  { ids: [...choice.ids], reason: value.reason },
                  {
                    onSuccess: ({ data }) => {
                      finish(data);
                      clear();
                    },
                  },
                );
              }}
            >
              {m.compensation_refuse_many()}
            </Button>
            {choice.allButton}
          </div>
          {chosen.length > MAX_APPROVALS_AT_ONCE && (
            <p className="desk-note">{m.compensation_approve_most({ most: formatNumber(MAX_APPROVALS_AT_ONCE) })}</p>
          )}
        </div>
      )}
      <Refusal error={refuse.error} />
      {approving !== null && (
        <ApproveCasesDialog
          rows={approving}
          onDone={(data) => {
            finish(data);
            setApproving(null);
          }}
          onClose={() => {
            setApproving(null);
          }}
        />
      )}
      {results !== null && (
        <div role="status" className="desk-results" aria-label={m.compensation_results()}>
          <ul>
            {results.map(({ id, result }) => (
              <li key={id}>
                <bdi>{names.get(id) ?? formatNumber(id)}</bdi>: {describeResult(result)}
              </li>
            ))}
          </ul>
        </div>
      )}
      <Table
        label={m.compensation_title()}
        rows={rows}
        getKey={({ id }) => id}
        empty={m.compensation_none()}
        columns={[
          ...choice.columns,
          {
            name: m.compensation_fault(),
            kind: 'wide',
            show: (row) => (
              <Link className="desk-link" href={`/compensations/${String(row.id)}`}>
                <bdi>{nameFault(row)}</bdi>
              </Link>
            ),
          },
          { name: m.compensation_from(), show: ({ starts_at: at }) => <Moment at={at} /> },
          { name: m.compensation_days(), kind: 'number', show: ({ days }) => formatNumber(days) },
          {
            name: m.compensation_people(),
            kind: 'number',
            show: ({ state, people }) =>
              people !== null ? formatNumber(people) : state === 'observed' ? m.value_none() : m.compensation_unknown(),
          },
          { name: m.compensation_given(), kind: 'number', show: ({ given }) => formatNumber(given) },
          {
            name: m.payment_state(),
            show: ({ state }) => {
              const { tone, text } = describeCase(state);
              return <Badge tone={tone}>{text}</Badge>;
            },
          },
        ]}
      />
    </>
  );
}
