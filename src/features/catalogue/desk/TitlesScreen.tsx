import { useState } from 'react';
import { CsvButton } from '../../../platform/desk/CsvButton.tsx';
import { Pager } from '../../../platform/desk/Pager.tsx';
import { Loaded, Screen } from '../../../platform/desk/Screen.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { Select } from '../../../platform/desk/Select.tsx';
import { useQueryParam } from '../../../platform/desk/query-param.ts';
import { useCall } from '../../../platform/desk/use-call.ts';
import { TITLE_KINDS } from '../../../platform/kinds.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { DESK_STATES, END_SPANS, listDeskTitles, MISSING_PARTS, type ListedTitle } from '../contract.ts';
import { ChosenTitles } from './ChosenTitles.tsx';
import { CreateTitleDialog } from './CreateTitleDialog.tsx';
import { TitleTable } from './TitleTable.tsx';
import { describeState, listMissing, nameKind, nameMissing, nameSeries } from './words.ts';

type Filter = 'kind' | 'state' | 'missing' | 'ends';

const CHOOSERS = ['titles.publish', 'titles.write', 'prices.write'] as const;

export function TitlesScreen() {
  const [kindText, setKind] = useQueryParam('kind');
  const [stateText, setState] = useQueryParam('state');
  const [missingText, setMissing] = useQueryParam('missing');
  const [series, setSeries] = useQueryParam('series');
  const [endsText, setEnds] = useQueryParam('ends');
  const [query, setQuery] = useQueryParam('q');
  const [before, setBefore] = useQueryParam('before');
  const [isCreating, setCreating] = useState(false);
  const permissions = usePermissions();
  const mayChoose = CHOOSERS.some((permission) => permissions.includes(permission));
  const kind = TITLE_KINDS.find((option) => option === kindText);
  const state = DESK_STATES.find((option) => option === stateText);
  const missing = MISSING_PARTS.find((option) => option === missingText);
  const ends = END_SPANS.find((option) => option === endsText);
  const answer = useCall(listDeskTitles, {
    ...(kind && { kind }),
    ...(state && { state }),
    ...(missing && { missing }),
    ...(series !== null && { series }),
    ...(ends && { ends }),
    ...(query !== null && { query }),
    ...(before !== null && { before }),
  });
  const setters: Record<Filter, typeof setKind> = {
    kind: setKind,
    state: setState,
    missing: setMissing,
    ends: setEnds,
  };
  const choose = (filter: Filter) => (value: string) => {
    setters[filter](value, ['before']);
  };
  return (
    <Screen
      title={m.titles_title()}
      note={query === null ? (ends === undefined ? m.titles_note() : m.titles_ends_note()) : m.titles_best()}
      actions={
        <>
          <Select<string>
            label={m.titles_kind()}
            value={kind ?? ''}
            options={[['', m.titles_all_kinds()], ...TITLE_KINDS.map((key) => [key, nameKind(key)] as const)]}
            onChange={choose('kind')}
          />
          <Select<string>
            label={m.payment_state()}
            value={state ?? ''}
            options={[['', m.filter_all()], ...DESK_STATES.map((key) => [key, describeState(key).text] as const)]}
            onChange={choose('state')}
          />
          <Select<string>
            label={m.titles_missing()}
            value={missing ?? ''}
            options={[['', m.titles_missing_any()], ...MISSING_PARTS.map((key) => [key, nameMissing(key)] as const)]}
            onChange={choose('missing')}
          />
          <Select<string>
            label={m.titles_ends()}
            value={ends ?? ''}
            options={[['', m.titles_missing_any()], ...END_SPANS.map((key) => [key, describeSpan(key)] as const)]}
            onChange={choose('ends')}
          />
          {permissions.includes('titles.write') && (
            <Button
              onClick={() => {
                setCreating(true);
              }}
            >
              {m.create_title()}
            </Button>
          )}
        </>
      }
    >
      {series !== null && (
        <p>
          {m.titles_of_series()}{' '}
          <Button
            look="link"
            onClick={() => {
              setSeries(null, ['kind', 'before']);
            }}
          >
            {m.titles_of_all()}
          </Button>
        </p>
      )}
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
            {mayChoose ? <ChosenTitles rows={data} /> : <TitleTable rows={data} />}
            {data.length > 0 && (
              <CsvButton name="pardeh-titles" header={describeColumns()} getRows={() => listCells(data)} />
            )}
            <Pager next={next} isFirst={before === null} go={setBefore} />
          </>
        )}
      </Loaded>
      {isCreating && (
        <CreateTitleDialog
          onClose={() => {
            setCreating(false);
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
      aria-label={m.titles_search()}
      onSubmit={(event) => {
        event.preventDefault();
        search(text.trim());
      }}
    >
      <input
        type="search"
        aria-label={m.titles_search()}
        placeholder={m.titles_search()}
        maxLength={200}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
        }}
      />
      <button type="submit">{m.search_go()}</button>
    </form>
  );
}

const describeSpan = (span: (typeof END_SPANS)[number]) =>
  span === 'any' ? m.titles_ends_any() : m.titles_ends_within({ number: formatNumber(Number(span)) });

const describeColumns = () => [
  ...[m.titles_id(), m.titles_kind(), `${m.titles_name()} (fa)`, `${m.titles_name()} (en)`, m.titles_series()],
  ...[
    m.titles_year(),
    m.titles_age(),
    m.payment_state(),
    m.titles_missing(),
    m.title_field_available_until(),
    m.titles_updated(),
  ],
];

const listCells = (rows: readonly ListedTitle[]) =>
  rows.map((row) => [
    ...[row.id, nameKind(row.kind), row.name_fa, row.name_en, nameSeries(row), row.year, row.age],
    ...[
      describeState(row.state).text,
      listMissing(row),
      row.available_until ?? '',
      new Date(row.updated_at * 1000).toISOString(),
    ],
  ]);
