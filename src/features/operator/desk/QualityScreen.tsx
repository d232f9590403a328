import { CsvButton } from '../../../platform/desk/CsvButton.tsx';
import { useQueryParam } from '../../../platform/desk/query-param.ts';
import { Empty, Loaded, Panel, Screen } from '../../../platform/desk/Screen.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { Table, type Column } from '../../../platform/desk/Table.tsx';
import { useCall } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatDate, formatDigits, formatNumber } from '../../../platform/text/format.ts';
import { getQuality, type QualityRow } from '../quality-contract.ts';

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
    ...listColumns().map(({ name, show }) => ({ name, show, kind: 'number' as const })),
  ];
  return (
    <Panel
      title={title}
      actions={
        <CsvButton
          name={file}
          header={[first, ...listColumns().map(({ name }) => name)]}
          getRows={() => rows.map((row) => [row.name, ...listColumns().map(({ getCell }) => getCell(row) ?? '')])}
        />
      }
    >
      <Table<Row> label={title} rows={rows} getKey={({ name }) => name} empty={m.quality_empty()} columns={columns} />
    </Panel>
  );
}

interface QualityColumn {
  name: string;
  show: (row: QualityRow) => string;
  /** Milliseconds, shares of 1, counts. */
  getCell: (row: QualityRow) => number | null;
}

function listColumns(): readonly QualityColumn[] {
  const make = (name: string, getCell: QualityColumn['getCell'], format: (value: number) => string) => ({
    ...{ name, getCell },
    show: (row: QualityRow) => {
      const value = getCell(row);
      return value === null ? m.value_none() : format(value);
    },
  });
  const formatSeconds = (ms: number) => m.quality_seconds({ seconds: formatNumber(ms / 1000, 1) });
  const formatShare = (share: number) => m.figures_percent({ value: formatNumber(share * 100, 2) });
  const formatCount = (count: number) => formatNumber(count);
  return [
    make(m.quality_starts(), ({ starts }) => starts, formatCount),
    make(m.quality_start_p50(), (row) => row.start_p50, formatSeconds),
    make(m.quality_start_p95(), (row) => row.start_p95, formatSeconds),
    make(m.quality_stall_share(), (row) => row.stall_share, formatShare),
    make(m.quality_stalls(), ({ stalls }) => stalls, formatCount),
    make(m.quality_exits(), ({ exits, starts }) => (exits + starts > 0 ? exits / (exits + starts) : null), formatShare),
    make(m.quality_failures(), ({ failures }) => failures, formatCount),
  ];
}

function nameHeight(height: number): string {
  return height === 0 ? m.quality_height_unknown() : `${String(height)}p`;
}
