import { useState } from 'react';
import { toIso } from '../../../platform/desk/csv.ts';
import { CsvButton } from '../../../platform/desk/CsvButton.tsx';
import { Badge, Code, Moment } from '../../../platform/desk/Parts.tsx';
import { Pager } from '../../../platform/desk/Pager.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { useQueryParam } from '../../../platform/desk/query-param.ts';
import { Loaded, Screen } from '../../../platform/desk/Screen.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { TrailLink } from '../../../platform/desk/TrailLink.tsx';
import { useCall } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { CODE_STATES, listDiscountCodes, type DiscountCode } from '../codes-contract.ts';
import { getPlans, type Plan } from '../contract.ts';
import { AddCodeDialog } from './AddCodeDialog.tsx';
import { ChangeCodeDialog } from './ChangeCodeDialog.tsx';
import { EndCodeDialog } from './EndCodeDialog.tsx';
import { describeCode, describeGift, nameCodeState, nameSold, type CodeState } from './words.ts';

export function DiscountCodesScreen() {
  const [filter, setFilter] = useQueryParam('state');
  const [query, setQuery] = useQueryParam('q');
  const [before, setBefore] = useQueryParam('before');
  const [isMaking, setMaking] = useState(false);
  const [ending, setEnding] = useState<DiscountCode | null>(null);
  const [changing, setChanging] = useState<DiscountCode | null>(null);
  const mayWrite = usePermissions().includes('prices.write');
  const state = CODE_STATES.find((option) => option === filter);
  const plans = useCall(getPlans, {}).data?.data ?? {};
  const answer = useCall(listDiscountCodes, {
    ...(state && { state }),
    ...(query !== null && { query }),
    ...(before !== null && { before }),
  });
  return (
    <Screen
      title={m.codes_title()}
      note={m.codes_note()}
      actions={
        <>
          <Select<CodeState | ''>
            label={m.payment_state()}
            value={state ?? ''}
            options={[['', m.filter_all()], ...CODE_STATES.map((key) => [key, nameCodeState(key)] as const)]}
            onChange={(value) => {
              setFilter(value, ['before']);
            }}
          />
          {mayWrite && (
            <Button
              onClick={() => {
                setMaking(true);
              }}
            >
              {m.codes_make()}
            </Button>
          )}
        </>
      }
    >
      <SearchForm
        key={query}
        query={query ?? ''}
        search={(text) => {
          setQuery(text, ['before']);
        }}
      />
      <Loaded answer={answer}>
        {({ data, next }) => (
          <>
            <CodeTable rows={data} plans={plans} acts={mayWrite ? { end: setEnding, change: setChanging } : null} />
            {data.length > 0 && (
              <CsvButton name="pardeh-codes" header={describeColumns()} getRows={() => listCells(data, plans)} />
            )}
            <Pager next={next} isFirst={before === null} go={setBefore} />
          </>
        )}
      </Loaded>
      {isMaking && (
        <AddCodeDialog
          plans={plans}
          onClose={() => {
            setMaking(false);
          }}
        />
      )}
      {changing && (
        <ChangeCodeDialog
          row={answer.data?.data.find(({ code }) => code === changing.code) ?? changing}
          onClose={() => {
            setChanging(null);
          }}
        />
      )}
      {ending && (
        <EndCodeDialog
          code={ending.code}
          onClose={() => {
            setEnding(null);
          }}
        />
      )}
    </Screen>
  );
}

function SearchForm({ query, search }: { query: string; search: (text: string) => void }) {
  const [text, setText] = useState(query);
  return (
    <form
      className="desk-search"
      role="search"
      aria-label={m.codes_search()}
      onSubmit={(event) => {
        event.preventDefault();
        search(text.trim());
      }}
    >
      <input
        type="search"
        aria-label={m.codes_search()}
        placeholder={m.codes_search()}
        maxLength={80}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
        }}
      />
      <button type="submit">{m.search_go()}</button>
    </form>
  );
}

interface TableProps {
  rows: readonly DiscountCode[];
  plans: Readonly<Record<string, Plan>>;
  acts: Record<'change' | 'end', (code: DiscountCode) => void> | null;
}

function CodeTable({ rows, plans, acts }: TableProps) {
  return (
    <Table
      label={m.codes_title()}
      rows={rows}
      getKey={({ code }) => code}
      empty={m.codes_none()}
      columns={[
        { name: m.codes_code(), show: ({ code }) => <Code text={code} /> },
        { name: m.codes_gives(), show: describeGift },
        { name: m.codes_for(), show: ({ plan_id: id }) => <bdi>{nameSold(id, plans)}</bdi> },
        {
          name: m.codes_period(),
          show: ({ starts_at: from, ends_at: until }) => (
            <>
              <div>
                <Moment at={from} />
              </div>
              <div>
                <Moment at={until} />
              </div>
            </>
          ),
        },
        {
          name: m.codes_uses(),
          show: ({ uses, max_uses: most }) => m.codes_uses_of({ used: formatNumber(uses), most: formatNumber(most) }),
        },
        { name: m.codes_each(), kind: 'number', show: ({ uses_per_user: each }) => formatNumber(each) },
        {
          name: m.payment_state(),
          show: (row) => {
            const { tone, text } = describeCode(row);
            return (
              <>
                <Badge tone={tone}>{text}</Badge>{' '}
                {acts && (
                  <Button
                    look="link"
                    onClick={() => {
                      acts.change(row);
                    }}
                  >
                    {m.codes_change()}
                  </Button>
                )}{' '}
                {acts && row.state !== 'ended' && (
                  <Button
                    look="link"
                    onClick={() => {
                      acts.end(row);
                    }}
                  >
                    {m.codes_end()}
                  </Button>
                )}{' '}
                <TrailLink subject={`code:${row.code}`} />
              </>
            );
          },
        },
      ]}
    />
  );
}

const describeColumns = () => [
  ...[m.codes_code(), m.codes_off(), m.codes_bonus(), m.codes_for(), m.codes_from(), m.codes_until(), m.codes_uses()],
  ...[m.codes_all_uses(), m.codes_each_uses(), m.payment_state(), m.codes_made_by()],
];

const listCells = (rows: readonly DiscountCode[], plans: TableProps['plans']) =>
  rows.map((row) => [
    ...[row.code, row.percent, row.bonus_days, nameSold(row.plan_id, plans), toIso(row.starts_at), toIso(row.ends_at)],
    ...[row.uses, row.max_uses, row.uses_per_user, describeCode(row).text, row.made_by],
  ]);
