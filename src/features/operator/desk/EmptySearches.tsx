import { CsvButton } from '../../../platform/desk/CsvButton.tsx';
import { Panel } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import type { Figures } from '../figures-contract.ts';

/** Queries of seven days that found nothing: titles that people miss, and spellings that search does not know. */
export function EmptySearches({ data: { day, queries } }: { data: Figures }) {
  const title = m.figures_queries();
  return (
    <Panel
      title={title}
      actions={
        queries.length > 0 && (
          <CsvButton
            look="link"
            name={`pardeh-queries-${day}`}
            header={[m.figures_query(), m.figures_searches()]}
            getRows={() => queries.map(({ query, searches }) => [query, searches])}
          />
        )
      }
    >
      <Table
        label={title}
        rows={queries}
        getKey={({ query }) => query}
        empty={m.figures_no_queries()}
        columns={[
          { name: m.figures_query(), kind: 'wide', show: ({ query }) => <bdi>{query}</bdi> },
          { name: m.figures_searches(), kind: 'number', show: ({ searches }) => formatNumber(searches) },
        ]}
      />
    </Panel>
  );
}
