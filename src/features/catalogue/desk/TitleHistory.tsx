import { Moment } from '../../../platform/desk/Parts.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { Panel, Refusal } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { getDeskTitle, listDeskTitles, undoTitleChange, type DeskTitle, type TitleChange } from '../contract.ts';
import { nameField, showValue } from './field-texts.ts';

/** Changes of the desk. One whose value is there is taken back, as a change of its own. */
export function TitleHistory({ title }: { title: DeskTitle }) {
  const undo = useAct(undoTitleChange, [getDeskTitle, listDeskTitles], [getDeskTitle]);
  const mayWrite = usePermissions().includes('titles.write');
  const show = (value: (change: TitleChange) => string | null) => (change: TitleChange) => (
    <bdi className="desk-words" dir="auto">
      {showValue(change.field, value(change), title) || m.title_empty()}
    </bdi>
  );
  return (
    <Panel title={m.title_history()}>
      <Refusal error={undo.error} />
      <Table
        label={m.title_history()}
        rows={title.changes}
        getKey={({ id }) => id}
        empty={m.title_history_none()}
        columns={[
          { name: m.payment_when(), show: ({ created_at: at }) => <Moment at={at} /> },
          {
            name: m.audit_who(),
            show: ({ operator, reason }) => (
              <>
                <bdi>{operator}</bdi>
                {reason !== '' && (
                  <bdi className="desk-words desk-note" dir="auto">
                    {reason}
                  </bdi>
                )}
              </>
            ),
          },
          {
            name: m.title_what(),
            show: ({ field, undoes, may_undo: mayUndo, id }) => (
              <>
                {nameField(field)}
                {undoes !== null && <span className="desk-note"> {m.title_undoes()}</span>}{' '}
                {mayWrite && mayUndo && (
                  <Button
                    look="link"
                    aria-label={m.title_undo_of({ field: nameField(field) })}
                    busy={undo.isPending}
                    onClick={() => {
                      undo.mutate({ id: title.id, change: id });
                    }}
                  >
                    {m.title_undo()}
                  </Button>
                )}
              </>
            ),
          },
          { name: m.title_before(), show: show(({ before }) => before) },
          { name: m.title_after(), kind: 'wide', show: show(({ after }) => after) },
        ]}
      />
    </Panel>
  );
}
