import { Moment } from '../../../platform/desk/Parts.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { Panel, Refusal } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { UndoChange } from '../../../platform/desk/UndoChange.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { nameMember } from '../../../platform/desk/name-member.ts';
import { artKind, IMAGE_WIDTHS } from '../../../platform/image-widths.ts';
import { paths } from '../../../platform/paths.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { getTitleArt } from '../art-contract.ts';
import { FROM_FILM, isArtField, splitKeys } from '../art-fields.ts';
import { getDeskTitle, listDeskTitles, undoTitleChange, type DeskTitle, type TitleChange } from '../contract.ts';
import { nameField, showValue } from './field-texts.ts';

/** Changes of the desk. One whose value is there is taken back, as a change of its own. */
export function TitleHistory({ title }: { title: DeskTitle }) {
  const undo = useAct(undoTitleChange, [getDeskTitle, listDeskTitles, getTitleArt], [getDeskTitle]);
  const mayWrite = usePermissions().includes('titles.write');
  const show = (value: (change: TitleChange) => string | null) => (change: TitleChange) => {
    const isPicture = isArtField(change.field) && change.field !== 'focus' && change.field !== 'trailer';
    const pictures = isPicture ? splitKeys(value(change)) : [];
    if (pictures.length > 0) return <Thumbs keys={pictures} />;
    return (
      <bdi className="desk-words" dir="auto">
        {showValue(change.field, value(change), title) || m.title_empty()}
      </bdi>
    );
  };
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
            show: ({ operator, reason, field }) => (
              <>
                <bdi>{nameMember(operator)}</bdi>
                {reason !== '' && (
                  <bdi className="desk-words desk-note" dir="auto">
                    {isArtField(field) && reason === FROM_FILM ? m.series_still_film() : reason}
                  </bdi>
                )}
              </>
            ),
          },
          {
            name: m.title_what(),
            show: (change) => (
              <>
                {nameField(change.field)}
                <UndoChange
                  change={change}
                  name={nameField(change.field)}
                  mayWrite={mayWrite}
                  isBusy={undo.isPending}
                  undo={() => {
                    undo.mutate({ id: title.id, change: change.id });
                  }}
                />
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

function Thumbs({ keys }: { keys: readonly string[] }) {
  return (
    <span className="desk-thumbs">
      {keys.map((key) => (
        <img key={key} src={paths.image(key, IMAGE_WIDTHS[artKind(key) ?? 'still'][0])} alt="" loading="lazy" />
      ))}
    </span>
  );
}
