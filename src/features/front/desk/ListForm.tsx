import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { Panel } from '../../../platform/desk/Screen.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { LIST_LAYOUTS, type ListLayout } from '../../../platform/kinds.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Field } from '../../../platform/ui/Field.tsx';
import {
  getDeskList,
  listDeskLists,
  MAX_LIST_TITLES,
  MAX_NAME_CHARS,
  saveDeskList,
  type DeskList,
} from '../contract.ts';
import { AddTitles } from './AddTitles.tsx';
import { describeList } from './describe-part.ts';
import { FrontHistory } from './FrontHistory.tsx';
import { LineFields } from './LineFields.tsx';
import { draftList, toDraftList, toListInput, type DraftList } from './list-draft.ts';
import { ListTitles } from './ListTitles.tsx';
import { SaveBar } from './SaveBar.tsx';
import { usePartDraft } from './use-part-draft.ts';
import { WindowFields } from './WindowFields.tsx';
import { nameLayout, nameRef } from './words.ts';

/** A list's texts, times and titles: one save. */
export function ListForm({ list }: { list: DeskList }) {
  const stored = toDraftList(list);
  const edits = usePartDraft(`list:${list.key}`, draftList, { rev: list.rev, value: stored });
  const save = useAct(saveDeskList, [getDeskList, listDeskLists], [getDeskList]);
  const mayWrite = usePermissions().includes('front.write');
  const draft = edits.value;
  const isChart = list.chart !== null;
  const input = toListInput(draft);
  const change = (part: Partial<DraftList>) => {
    edits.change({ ...draft, ...part });
  };
  const names = new Map([...stored.titles, ...draft.titles].map(({ id, title }) => [id, nameRef(title, id)] as const));
  const theirs = JSON.stringify({ ...list, titles: isChart ? null : list.titles.map(({ id }) => id) });
  return (
    <div className="desk-stack">
      <Panel title={m.front_list_texts()}>
        <fieldset className="desk-form desk-fields" disabled={!mayWrite || save.isPending}>
          <DraftNote isStored={edits.isStored} clear={edits.clear} />
          <div className="desk-pair">
            {(['name_fa', 'name_en'] as const).map((name) => (
              <Field
                key={name}
                label={name === 'name_fa' ? m.front_name_fa() : m.front_name_en()}
                dir={name === 'name_fa' ? 'rtl' : 'ltr'}
                lang={name === 'name_fa' ? 'fa' : 'en'}
                maxLength={MAX_NAME_CHARS}
                value={draft[name]}
                onChange={(event) => {
                  change({ [name]: event.target.value });
                }}
              />
            ))}
          </div>
          <LineFields value={draft} onChange={change} />
          <Select<ListLayout>
            label={m.front_layout()}
            value={draft.layout}
            options={LIST_LAYOUTS.map((layout) => [layout, nameLayout(layout)] as const)}
            onChange={(layout) => {
              change({ layout });
            }}
          />
          <WindowFields value={draft} onChange={change} />
        </fieldset>
      </Panel>
      <Panel title={m.front_titles()}>
        {isChart && <p className="desk-note">{m.front_chart_note()}</p>}
        <ListTitles
          titles={draft.titles}
          mayWrite={mayWrite && !isChart}
          isBusy={save.isPending}
          onChange={(titles) => {
            change({ titles });
          }}
        />
        {mayWrite && (
          <SaveBar
            {...{ edits, act: save, isReady: input !== null }}
            theirs={<span className="desk-words">{describeList(names)(theirs)}</span>}
            save={() => {
              if (input !== null) save.mutate({ key: list.key, rev: edits.rev, ...input }, { onSuccess: edits.clear });
            }}
          />
        )}
        {mayWrite && !isChart && (
          <details className="desk-details" open={list.titles.length === 0}>
            <summary>{m.front_add_titles()}</summary>
            <AddTitles
              isSaving={save.isPending}
              onAdd={(titles) => {
                const added = titles.filter(({ id }) => !draft.titles.some((row) => row.id === id));
                const room = MAX_LIST_TITLES - draft.titles.length;
                const rows = added.slice(0, room).map((title) => ({ id: title.id, title }));
                if (rows.length > 0) change({ titles: [...draft.titles, ...rows] });
                return added.slice(room);
              }}
            />
          </details>
        )}
        <FrontHistory label={m.front_list_changes()} changes={list.changes} describe={describeList(names)} />
      </Panel>
    </div>
  );
}
