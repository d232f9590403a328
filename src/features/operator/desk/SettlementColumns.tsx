import { Select } from '../../../platform/desk/Select.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import type { ColumnNames, Field } from '../settlement/columns.ts';

const FIELDS: readonly (readonly [field: Field, label: () => string])[] = [
  ['amount', m.settlement_column_amount],
  ['order', m.settlement_column_order],
  ['reference', m.settlement_column_reference],
  ['token', m.settlement_column_token],
  ['trace', m.settlement_column_trace],
];

interface Props {
  header: readonly string[];
  columns: ColumnNames;
  onChange: (columns: ColumnNames) => void;
}

export function SettlementColumns({ header, columns, onChange }: Props) {
  const names = [...new Set(header)].filter((name) => name.trim() !== '');
  return (
    <fieldset className="desk-form desk-bare">
      <legend>{m.settlement_columns_choose()}</legend>
      <p className="desk-note">{m.settlement_columns_note()}</p>
      <div className="desk-pair">
        {FIELDS.map(([field, label]) => (
          <Select
            key={field}
            label={label()}
            value={columns[field] ?? ''}
            options={[['', m.settlement_column_none()], ...names.map((name) => [name, name] as const)]}
            onChange={(name) => {
              const { [field]: _, ...others } = columns;
              onChange(name === '' ? others : { ...others, [field]: name });
            }}
          />
        ))}
      </div>
    </fieldset>
  );
}
