import { Panel } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import type { DayBook } from '../books-contract.ts';

const NAMES: Readonly<Record<DayBook['days'][number]['source'], () => string>> = {
  person: m.days_by_person,
  case: m.days_by_case,
  rule: m.days_by_rule,
  undo: m.days_undone,
};

/** Days of subscription have no sum in toman and no entries, but a chain of seals of their own (seal-days.ts). */
export function GivenDaysPanel({ days }: Pick<DayBook, 'days'>) {
  return (
    <Panel title={m.days_book()}>
      <Table
        label={m.days_book()}
        rows={days}
        getKey={({ source }) => source}
        empty={m.days_none()}
        columns={[
          { name: m.days_source(), kind: 'wide', show: ({ source }) => NAMES[source]() },
          { name: m.compensation_people(), kind: 'number', show: ({ accounts }) => formatNumber(accounts) },
          { name: m.days_sum(), kind: 'number', show: ({ days: sum }) => formatNumber(sum) },
        ]}
      />
    </Panel>
  );
}
