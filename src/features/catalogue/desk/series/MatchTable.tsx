import { m } from '../../../../platform/text/desk/messages.js';
import { formatNumber, formatPlain } from '../../../../platform/text/format.ts';
import { Button } from '../../../../platform/ui/Button.tsx';
import { ColumnTable } from '../intake/ColumnTable.tsx';
import { PASTE_FIELDS, type PastedTable } from './paste-rows.ts';

interface Props {
  table: PastedTable;
  season: number;
  onChange: (table: PastedTable) => void;
  onBack: () => void;
  onRehearse: () => void;
}

export function MatchTable({ table, season, onChange, onBack, onRehearse }: Props) {
  const { fields, rows, hasHeader } = table;
  const sample = rows.slice(hasHeader ? 1 : 0, hasHeader ? 4 : 3);
  const isReady = fields.includes('number') || fields.includes('part');
  return (
    <>
      <p className="desk-note">{m.series_paste_season({ season: formatPlain(season) })}</p>
      <label className="desk-check">
        <input
          className="desk-tick"
          type="checkbox"
          checked={hasHeader}
          onChange={(event) => {
            onChange({ ...table, hasHeader: event.target.checked });
          }}
        />
        {m.series_paste_header()}
      </label>
      <ColumnTable
        columns={fields.map((_, at) => ({
          name: (hasHeader ? rows[0]?.cells[at] : undefined) ?? formatNumber(at + 1),
          samples: sample.map(({ cells }) => cells[at] ?? ''),
        }))}
        fields={fields}
        choices={PASTE_FIELDS}
        onChange={(next) => {
          onChange({ ...table, fields: next });
        }}
      />
      {!isReady && (
        <p className="desk-refusal" role="alert">
          {m.series_paste_number()}
        </p>
      )}
      <div className="desk-buttons">
        <Button disabled={!isReady} onClick={onRehearse}>
          {m.intake_check()}
        </Button>
        <Button look="line" onClick={onBack}>
          {m.series_paste_back()}
        </Button>
      </div>
    </>
  );
}
