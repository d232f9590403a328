import { Empty, Loaded } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { useCall } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatYear } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { listDeskTitles } from '../../catalogue/contract.ts';
import { nameKind, nameTitle } from '../../catalogue/desk/words.ts';

const MAX_MATCHES = 8;

interface Props {
  query: string;
  isBusy?: boolean;
  /** Of the act on a match; `name` is that of its button. */
  label: string;
  name: (title: string) => string;
  add: (id: number) => void;
}

/** Titles that the site's own search finds. */
export function TitleMatches({ query, isBusy = false, label, name, add }: Props) {
  const answer = useCall(listDeskTitles, { query });
  return (
    <Loaded answer={answer}>
      {({ data }) =>
        data.length === 0 ? (
          <Empty>{m.titles_none()}</Empty>
        ) : (
          <Table
            label={m.front_matches()}
            rows={data.slice(0, MAX_MATCHES)}
            getKey={(title) => title.id}
            empty={m.titles_none()}
            columns={[
              { name: m.titles_name(), kind: 'wide', show: (title) => <bdi>{nameTitle(title)}</bdi> },
              { name: m.titles_kind(), show: (title) => nameKind(title.kind) },
              { name: m.titles_year(), show: (title) => formatYear(title.year, title.iranian) },
              {
                name: label,
                show: (title) => (
                  <Button
                    look="link"
                    disabled={isBusy}
                    aria-label={name(nameTitle(title))}
                    onClick={() => {
                      add(title.id);
                    }}
                  >
                    {label}
                  </Button>
                ),
              },
            ]}
          />
        )
      }
    </Loaded>
  );
}
