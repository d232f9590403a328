import { Moment } from '../../../platform/desk/Parts.tsx';
import { Panel } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import type { DeskTitle, TitleChange } from '../contract.ts';
import { nameField, showValue } from './field-texts.ts';

export function TitleHistory({ title }: { title: DeskTitle }) {
  const show = (value: (change: TitleChange) => string | null) => (change: TitleChange) => (
    <bdi className="desk-words" dir="auto">
      {showValue(change.field, value(change), title) || m.title_empty()}
    </bdi>
  );
  return (
    <Panel title={m.title_history()}>
      <Table
        label={m.title_history()}
        rows={title.changes}
        getKey={({ id }) => id}
        empty={m.title_history_none()}
        columns={[
          { name: m.payment_when(), show: ({ created_at: at }) => <Moment at={at} /> },
          { name: m.audit_who(), show: ({ operator }) => <bdi>{operator}</bdi> },
          { name: m.title_what(), show: ({ field }) => nameField(field) },
          { name: m.title_before(), kind: 'wide', show: show(({ before }) => before) },
          { name: m.title_after(), kind: 'wide', show: show(({ after }) => after) },
        ]}
      />
    </Panel>
  );
}
