import { OrderedTable } from '../../../platform/desk/OrderedTable.tsx';
import { Empty } from '../../../platform/desk/Screen.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import type { DraftList } from './list-draft.ts';
import { TitleRef } from './TitleRef.tsx';
import { nameRef } from './words.ts';

type Titles = DraftList['titles'];

interface Props {
  titles: Titles;
  mayWrite: boolean;
  isBusy: boolean;
  onChange: (titles: Titles) => void;
}

const nameTitle = ({ id, title }: Titles[number]) => nameRef(title, id);

export function ListTitles({ titles, mayWrite, isBusy, onChange }: Props) {
  if (titles.length === 0) return <Empty>{m.front_list_empty()}</Empty>;
  const acts = {
    name: m.front_acts(),
    show: (row: Titles[number]) => (
      <Button
        look="link"
        disabled={isBusy}
        aria-label={m.front_remove_of({ name: nameTitle(row) })}
        onClick={() => {
          onChange(titles.filter(({ id }) => id !== row.id));
        }}
      >
        {m.front_remove()}
      </Button>
    ),
  };
  return (
    <OrderedTable
      label={m.front_titles()}
      rows={titles}
      getKey={({ id }) => String(id)}
      getName={nameTitle}
      mayOrder={mayWrite}
      {...{ isBusy, onOrder: onChange }}
      columns={[
        { name: m.front_place(), show: (_, at) => formatNumber(at + 1) },
        { name: m.titles_name(), kind: 'wide', show: ({ id, title }) => <TitleRef {...{ id, title }} /> },
        ...(mayWrite ? [acts] : []),
      ]}
    />
  );
}
