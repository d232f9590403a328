import { Link } from 'wouter';
import { Badge, Day } from '../../../platform/desk/Parts.tsx';
import { Table, type Column } from '../../../platform/desk/Table.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { formatDate, formatPlain, formatYear } from '../../../platform/text/format.ts';
import type { ListedTitle } from '../contract.ts';
import { describeState, listMissing, nameKind, nameSeries } from './words.ts';

interface Props {
  rows: readonly ListedTitle[];
  columns?: readonly Column<ListedTitle>[];
}

export function TitleTable({ rows, columns = [] }: Props) {
  return (
    <Table
      label={m.titles_title()}
      rows={rows}
      getKey={({ id }) => id}
      empty={m.titles_none()}
      columns={[
        ...columns,
        { name: m.titles_name(), kind: 'wide', show: (title) => <Names title={title} /> },
        { name: m.titles_kind(), show: ({ kind }) => nameKind(kind) },
        { name: m.titles_year(), kind: 'number', show: ({ year, iranian }) => formatYear(year, iranian) },
        { name: m.titles_age(), kind: 'number', show: ({ age }) => formatPlain(age) },
        {
          name: m.payment_state(),
          show: ({ state }) => {
            const { tone, text } = describeState(state);
            return <Badge tone={tone}>{text}</Badge>;
          },
        },
        { name: m.titles_missing(), show: (title) => listMissing(title) || m.value_none() },
        { name: m.title_field_available_until(), show: ({ available_until: day }) => <LastDay day={day} /> },
        { name: m.titles_updated(), show: ({ updated_at: at }) => <Day at={at} /> },
      ]}
    />
  );
}

function LastDay({ day }: { day: string | null }) {
  return day === null ? m.value_none() : <time dateTime={day}>{formatDate(day)}</time>;
}

function Names({ title }: { title: ListedTitle }) {
  const { id, name_fa: fa, name_en: en, series_fa: series } = title;
  return (
    <>
      <Link className="desk-link" href={`/titles/${String(id)}`}>
        <bdi lang="fa">{fa}</bdi>
      </Link>
      <div className="desk-note">
        {series !== null && (
          <>
            <bdi>{nameSeries(title)}</bdi>
            {' · '}
          </>
        )}
        <bdi lang="en" dir="ltr">
          {en}
        </bdi>
      </div>
    </>
  );
}
