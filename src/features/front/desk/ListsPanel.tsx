import { useState } from 'react';
import { Link } from 'wouter';
import * as v from 'valibot';
import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { OrderedTable } from '../../../platform/desk/OrderedTable.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { Panel } from '../../../platform/desk/Screen.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { nameIn } from '../../../platform/text/locale.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { listDeskLists, saveListOrder, type ListOrder } from '../contract.ts';
import { AddListDialog } from './AddListDialog.tsx';
import { describeOrder } from './describe-part.ts';
import { FrontHistory } from './FrontHistory.tsx';
import { SaveBar } from './SaveBar.tsx';
import { usePartDraft } from './use-part-draft.ts';
import { WindowCell } from './WindowCell.tsx';
import { nameLayout, toTimeText } from './words.ts';

const listPlaces = v.array(v.object({ key: v.string(), is_home: v.boolean() }));

/** The editorial lists in their order, and which of them are on home: one save. */
export function ListsPanel({ order }: { order: ListOrder }) {
  const stored = order.lists.map(({ key, is_home }) => ({ key, is_home }));
  const edits = usePartDraft('list-order', listPlaces, { rev: order.rev, value: stored });
  const save = useAct(saveListOrder, [listDeskLists], [listDeskLists]);
  const mayWrite = usePermissions().includes('front.write');
  const [isAdding, setAdding] = useState(false);
  const byKey = new Map(order.lists.map((list) => [list.key, list]));
  // A list that was made since the draft began comes last.
  const draft = edits.value.filter(({ key }) => byKey.has(key));
  const places = [...draft, ...stored.filter(({ key }) => !draft.some((row) => row.key === key))];
  const rows = places.flatMap(({ key, is_home }) => {
    const list = byKey.get(key);
    return list === undefined ? [] : [{ ...list, is_home }];
  });
  const change = (next: readonly ListOrder['lists'][number][]) => {
    edits.change(next.map(({ key, is_home }) => ({ key, is_home })));
  };
  const names = new Map(order.lists.map((list) => [list.key, nameIn(getLocale(), list)] as const));
  return (
    <Panel
      title={m.front_lists()}
      actions={
        mayWrite && (
          <Button
            look="line"
            onClick={() => {
              setAdding(true);
            }}
          >
            {m.front_list_make()}
          </Button>
        )
      }
    >
      <p className="desk-note">{m.front_lists_note()}</p>
      <DraftNote isStored={edits.isStored} clear={edits.clear} />
      <OrderedTable
        label={m.front_lists()}
        rows={rows}
        getKey={({ key }) => key}
        getName={(list) => nameIn(getLocale(), list)}
        mayOrder={mayWrite}
        isBusy={save.isPending}
        onOrder={change}
        columns={[
          {
            name: m.front_list(),
            kind: 'wide',
            show: (list) => (
              <Link className="desk-link" href={`/front/lists/${list.key}`}>
                <bdi>{nameIn(getLocale(), list)}</bdi>
              </Link>
            ),
          },
          { name: m.front_layout(), show: ({ layout }) => nameLayout(layout) },
          {
            name: m.front_titles(),
            show: ({ chart, titles }) => (chart === null ? formatNumber(titles) : m.front_chart()),
          },
          {
            name: m.front_when(),
            show: ({ starts_at: starts, ends_at: ends }) => (
              <WindowCell starts={toTimeText(starts)} ends={toTimeText(ends)} />
            ),
          },
          {
            name: m.front_on_home(),
            show: (list) => (
              <input
                className="desk-tick"
                type="checkbox"
                aria-label={m.front_on_home_of({ name: nameIn(getLocale(), list) })}
                disabled={!mayWrite || save.isPending}
                checked={list.is_home}
                onChange={({ target: { checked } }) => {
                  change(rows.map((row) => (row.key === list.key ? { ...row, is_home: checked } : row)));
                }}
              />
            ),
          },
        ]}
      />
      {mayWrite && (
        <SaveBar
          {...{ edits, act: save }}
          theirs={describeOrder(names)(JSON.stringify({ lists: stored }))}
          save={() => {
            save.mutate({ rev: edits.rev, lists: places }, { onSuccess: edits.clear });
          }}
        />
      )}
      <FrontHistory label={m.front_lists_changes()} changes={order.changes} describe={describeOrder(names)} />
      {isAdding && (
        <AddListDialog
          onClose={() => {
            setAdding(false);
          }}
        />
      )}
    </Panel>
  );
}
