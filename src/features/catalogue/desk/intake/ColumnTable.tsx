import { Select } from '../../../../platform/desk/Select.tsx';
import { Table } from '../../../../platform/desk/Table.tsx';
import { m } from '../../../../platform/text/desk/messages.js';
import { nameColumn } from './column-names.ts';

const MAX_SAMPLE_CHARS = 60;

interface Props {
  columns: readonly { name: string; samples: readonly string[] }[];
  /** The field of each column; '' for one that is left out. */
  fields: readonly string[];
  choices: readonly string[];
  onChange: (fields: string[]) => void;
}

/** Matches columns with fields by hand; a field belongs to one column. */
export function ColumnTable({ columns, fields, choices, onChange }: Props) {
  const options = [['', m.intake_left_out()] as const, ...choices.map((field) => [field, nameColumn(field)] as const)];
  return (
    <Table
      label={m.intake_match()}
      rows={columns.map((column, at) => ({ ...column, at }))}
      getKey={({ at }) => at}
      empty={m.value_none()}
      columns={[
        { name: m.intake_column(), show: ({ name }) => <bdi>{name === '' ? m.title_empty() : name}</bdi> },
        {
          name: m.intake_samples(),
          kind: 'wide',
          show: ({ samples }) => (
            <bdi className="desk-words" dir="auto">
              {samples
                .filter((cell) => cell !== '')
                .map((cell) => cell.slice(0, MAX_SAMPLE_CHARS))
                .join('\n')}
            </bdi>
          ),
        },
        {
          name: m.intake_field(),
          show: ({ name, at }) => (
            <Select
              label={m.intake_field_of({ column: name })}
              isLabelHidden
              value={fields[at] ?? ''}
              options={options}
              onChange={(field) => {
                const others = fields.map((other) => (other === field && field !== '' ? '' : other));
                onChange(others.map((other, index) => (index === at ? field : other)));
              }}
            />
          ),
        },
      ]}
    />
  );
}
