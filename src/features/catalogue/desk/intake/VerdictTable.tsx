import { useState } from 'react';
import { CsvButton } from '../../../../platform/desk/CsvButton.tsx';
import { Badge, type Tone } from '../../../../platform/desk/Parts.tsx';
import { Select } from '../../../../platform/desk/Select.tsx';
import { Table } from '../../../../platform/desk/Table.tsx';
import { m } from '../../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../../platform/text/format.ts';
import { Button } from '../../../../platform/ui/Button.tsx';
import { NOT_TAKEN, type RowVerdict } from '../../intake-contract.ts';
import { nameColumn } from './column-names.ts';
import { translateReason } from './reasons.ts';

const MAX_SHOWN = 50;
const VERDICTS = ['added', 'changed', 'rejected', 'warning', 'not_taken'] as const;
type Verdict = (typeof VERDICTS)[number];

const NAMES: Record<Verdict, readonly [Tone, () => string]> = {
  added: ['good', m.intake_added],
  changed: ['open', m.intake_changed],
  rejected: ['bad', m.intake_rejected],
  warning: ['quiet', m.intake_warning],
  not_taken: ['quiet', m.intake_not_taken],
};

const findVerdict = ({ verdict, problems }: RowVerdict): Verdict =>
  verdict === 'warning' && problems.every(({ reason }) => reason === NOT_TAKEN) ? 'not_taken' : verdict;

interface Props {
  verdicts: readonly RowVerdict[];
  /** The file's own name of a field. */
  getColumn: (field: string) => string;
}

/** The lines of a dry run, with every reason. A line that is unchanged is not listed. */
export function VerdictTable({ verdicts, getColumn }: Props) {
  const [filter, setFilter] = useState<Verdict | ''>('');
  const [limit, setLimit] = useState(MAX_SHOWN);
  const count = (verdict: Verdict) => verdicts.filter((row) => findVerdict(row) === verdict).length;
  const rows = verdicts.filter((row) => filter === '' || findVerdict(row) === filter);
  const options = VERDICTS.map((key) => [key, `${NAMES[key][1]()} (${formatNumber(count(key))})`] as const);
  return (
    <div className="desk-form">
      <Select<Verdict | ''>
        label={m.intake_show()}
        value={filter}
        options={[['', m.filter_all()], ...options]}
        onChange={(verdict) => {
          setFilter(verdict);
          setLimit(MAX_SHOWN);
        }}
      />
      <Table
        label={m.intake_lines()}
        rows={rows.slice(0, limit).map((row, at) => ({ row, at }))}
        getKey={({ at }) => at}
        empty={m.intake_lines_none()}
        columns={[
          { name: m.intake_line(), kind: 'number', show: ({ row }) => formatNumber(row.line) },
          {
            name: m.payment_state(),
            show: ({ row }) => {
              const [tone, name] = NAMES[findVerdict(row)];
              return <Badge tone={tone}>{name()}</Badge>;
            },
          },
          { name: m.intake_why(), kind: 'wide', show: ({ row }) => <Reasons row={row} getColumn={getColumn} /> },
        ]}
      />
      <div className="desk-buttons">
        {rows.length > limit && (
          <Button
            look="line"
            onClick={() => {
              setLimit(limit + MAX_SHOWN);
            }}
          >
            {m.intake_more({ count: formatNumber(rows.length - limit) })}
          </Button>
        )}
        {rows.length > 0 && (
          <CsvButton
            name="pardeh-import"
            header={[m.intake_line(), m.payment_state(), m.intake_column(), m.intake_why(), m.intake_value()]}
            getRows={() => rows.flatMap((row) => listCells(row, getColumn))}
          />
        )}
      </div>
    </div>
  );
}

function Reasons({
  row: { verdict, problems, differences },
  getColumn,
}: { row: RowVerdict } & Pick<Props, 'getColumn'>) {
  const isSimple = verdict === 'added' || (verdict === 'changed' && differences.length > 0);
  return (
    <ul className="desk-reasons">
      {problems.map(({ column, reason, value }, at) => (
        <li key={at}>
          {!isSimple && (
            <>
              {column !== '' && <bdi className="desk-reason-column">{getColumn(column)}</bdi>} {explain(reason)}{' '}
            </>
          )}
          {value !== '' && (
            <bdi className="desk-note" dir="auto">
              {value}
            </bdi>
          )}
        </li>
      ))}
      {differences.map(({ column, before, after }) => (
        <li key={column}>
          {nameColumn(column)}: <bdi className="desk-note">{before === '' ? m.title_empty() : before}</bdi>{' '}
          {m.intake_becomes()} <bdi>{after === '' ? m.title_empty() : after}</bdi>
        </li>
      ))}
    </ul>
  );
}

function explain(reason: string) {
  const text = translateReason(reason);
  return (
    text ?? (
      <bdi lang="en" dir="ltr">
        {reason}
      </bdi>
    )
  );
}

function listCells({ line, verdict, problems, differences }: RowVerdict, getColumn: Props['getColumn']) {
  const name = NAMES[verdict][1]();
  return [
    ...problems.map(({ column, reason, value }) => [
      ...[line, name, getColumn(column), translateReason(reason) ?? reason, value],
    ]),
    ...differences.map(({ column, before, after }) => [line, name, nameColumn(column), before, after]),
  ];
}
