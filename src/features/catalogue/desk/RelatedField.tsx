import { useState } from 'react';
import { Loaded, Panel, Refusal } from '../../../platform/desk/Screen.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { Table } from '../../../platform/desk/Table.tsx';
import { useCall } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatYear } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { splitKeys } from '../art-fields.ts';
import { listDeskTitles, type DeskTitle } from '../contract.ts';
import { MAX_RELATED } from '../title-fields.ts';
import { findName } from './field-texts.ts';
import { OrderedTable } from '../../../platform/desk/OrderedTable.tsx';
import { SearchBox } from './SearchBox.tsx';
import { nameKind, nameTitle } from './words.ts';

interface Props {
  title: DeskTitle;
  text: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

export function RelatedField({ title, text, error, onChange }: Props) {
  const mayWrite = usePermissions().includes('titles.write');
  const ids = splitKeys(text);
  const getName = (id: string) => findName(Number(id), title.related);
  return (
    <Panel title={m.title_field_related()}>
      <div className="desk-form">
        <p className="desk-note">{m.related_note()}</p>
        {ids.length > 0 && (
          <OrderedTable
            label={m.title_field_related()}
            rows={ids}
            getKey={(id) => `related-${id}`}
            getName={getName}
            onOrder={(list) => {
              onChange(list.join());
            }}
            columns={[
              { name: m.titles_name(), show: (id) => <bdi>{getName(id)}</bdi> },
              {
                name: m.credits_remove(),
                show: (id) => (
                  <Button
                    look="link"
                    aria-label={m.related_remove_of({ name: getName(id) })}
                    onClick={() => {
                      onChange(ids.filter((other) => other !== id).join());
                    }}
                  >
                    {m.credits_remove()}
                  </Button>
                ),
              },
            ]}
          />
        )}
        <Refusal error={error === undefined ? null : new Error(error)} />
        {mayWrite && ids.length < MAX_RELATED && (
          <FindTitle
            except={[...ids, String(title.id)]}
            choose={(id) => {
              onChange([...ids, String(id)].join());
            }}
          />
        )}
      </div>
    </Panel>
  );
}

/** Search, and the titles that it finds to choose from. */
export function FindTitle({ except, choose }: { except: readonly string[]; choose: (id: number) => void }) {
  const [query, setQuery] = useState('');
  const answer = useCall(listDeskTitles, { query }, { enabled: query !== '', isFresh: true });
  return (
    <>
      <SearchBox label={m.related_find()} search={setQuery} />
      {query !== '' && (
        <Loaded answer={answer}>
          {({ data }) => (
            <Table
              label={m.related_matches()}
              rows={data.filter(({ id }) => !except.includes(String(id))).slice(0, MAX_RELATED)}
              getKey={({ id }) => id}
              empty={m.related_no_match()}
              columns={[
                { name: m.titles_name(), kind: 'wide', show: (row) => <bdi>{nameTitle(row)}</bdi> },
                { name: m.titles_kind(), show: ({ kind }) => nameKind(kind) },
                { name: m.titles_year(), show: ({ year, iranian }) => formatYear(year, iranian) },
                {
                  name: m.title_choose(),
                  show: (row) => (
                    <Button
                      look="line"
                      aria-label={m.related_take_of({ name: nameTitle(row) })}
                      onClick={() => {
                        choose(row.id);
                      }}
                    >
                      {m.credits_take()}
                    </Button>
                  ),
                },
              ]}
            />
          )}
        </Loaded>
      )}
    </>
  );
}
