import { CsvButton } from '../../../platform/desk/CsvButton.tsx';
import { useQueryParam } from '../../../platform/desk/query-param.ts';
import { Empty, Loaded, Panel, Screen } from '../../../platform/desk/Screen.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { Table, type Column } from '../../../platform/desk/Table.tsx';
import { useCall } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatDate, formatDigits } from '../../../platform/text/format.ts';
import { getQuality, type QualityRow } from '../quality-contract.ts';
import { listQualityColumns } from './quality-columns.ts';

const PERIODS = ['7', '14', '30', '90'];
const USUAL = '14';

type Row = QualityRow & { name: string };

/** The quality of plays by day and by the picture's lines. The period is in the address. */
export function QualityScreen() {
  const [param, setParam] = useQueryParam('days');
  const days = PERIODS.find((period) => period === param) ?? USUAL;
  const answer = useCall(getQuality, { days });
  return (
    <Screen
      title={m.quality_title()}
      note={m.quality_text()}
      actions={
        <Select
          label={m.quality_period()}
          value={days}
          options={PERIODS.map((period) => [period, m.quality_days({ days: formatDigits(period) })] as const)}
          onChange={(value) => {
            setParam(value === USUAL ? null : value);
          }}
        />
      }
    >
      <Loaded answer={answer}>
        {({ data }) =>
          data.days.length === 0 ? (
            <Empty>{m.quality_empty()}</Empty>
          ) : (
            <div className="desk-stack">
              <QualityPanel
                title={m.quality_by_day()}
                first={m.quality_day()}
                file={`pardeh-quality-${days}-days`}
                rows={[
                  { name: m.quality_all(), ...data.total },
                  ...data.days.map((row) => ({ name: formatDate(row.day), ...row })),
                ]}
              />
              <QualityPanel
                title={m.quality_by_height()}
                first={m.quality_picture()}
                file={`pardeh-quality-${days}-pictures`}
                rows={data.heights.map((row) => ({ name: nameHeight(row.height), ...row }))}
              />
            </div>
          )
        }
      </Loaded>
    </Screen>
  );
}

function QualityPanel({
  title,
  first,
  file,
  rows,
}: {
  title: string;
  first: string;
  file: string;
  rows: readonly Row[];
}) {
  const columns: readonly Column<Row>[] = [
    { name: first, kind: 'wide', show: ({ name }) => <bdi>{name}</bdi> },
    ...listQualityColumns().map(({ name, show }) => ({ name, show, kind: 'number' as const })),
  ];
  return (
    <Panel
      title={title}
      actions={
        <CsvButton
          name={file}
          header={[first, ...listQualityColumns().map(({ name }) => name)]}
          getRows={() =>
            rows.map((row) => [row.name, ...listQualityColumns().map(({ getCell }) => getCell(row) ?? '')])
          }
        />
      }
    >
      <Table<Row> label={title} rows={rows} getKey={({ name }) => name} empty={m.quality_empty()} columns={columns} />
    </Panel>
  );
}

function nameHeight(height: number): string {
  return height === 0 ? m.quality_height_unknown() : `${String(height)}p`;
}
