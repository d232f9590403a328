import { nameMember } from '../../../../platform/desk/name-member.ts';
import { Moment } from '../../../../platform/desk/Parts.tsx';
import { usePermissions } from '../../../../platform/desk/permissions.ts';
import { Refusal } from '../../../../platform/desk/Screen.tsx';
import { Table } from '../../../../platform/desk/Table.tsx';
import { UndoChange } from '../../../../platform/desk/UndoChange.tsx';
import { useAct } from '../../../../platform/desk/use-call.ts';
import { IMAGE_WIDTHS } from '../../../../platform/image-widths.ts';
import { paths } from '../../../../platform/paths.ts';
import { m } from '../../../../platform/text/desk/messages.js';
import { readFocus } from '../../art-fields.ts';
import { listCreditedPeople } from '../../people-contract.ts';
import { getPortrait, undoPersonChange, type PersonField, type Portrait } from '../../portrait-contract.ts';
import { describeFocus } from '../art/art-texts.ts';

const NAMES: Record<PersonField, () => string> = { portrait: m.portrait, focus: m.art_focus };

/** Changes of a portrait. One whose value is there is taken back, as a change of its own. */
export function PortraitHistory({ id, changes }: Pick<Portrait, 'id' | 'changes'>) {
  const undo = useAct(undoPersonChange, [getPortrait, listCreditedPeople], [getPortrait]);
  const mayWrite = usePermissions().includes('titles.write');
  if (changes.length === 0) return null;
  return (
    <>
      <Refusal error={undo.error} />
      <Table
        label={m.title_history()}
        rows={changes}
        getKey={(change) => change.id}
        empty={m.title_history_none()}
        columns={[
          { name: m.payment_when(), show: ({ created_at: at }) => <Moment at={at} /> },
          { name: m.audit_who(), show: ({ operator }) => <bdi>{nameMember(operator)}</bdi> },
          {
            name: m.audit_change(),
            show: (change) => (
              <>
                {NAMES[change.field]()}
                <UndoChange
                  change={change}
                  name={NAMES[change.field]()}
                  mayWrite={mayWrite}
                  isBusy={undo.isPending}
                  undo={() => {
                    undo.mutate({ id, change: change.id });
                  }}
                />
              </>
            ),
          },
          { name: m.title_before(), show: ({ field, before }) => <Value field={field} value={before} /> },
          { name: m.title_after(), show: ({ field, after }) => <Value field={field} value={after} /> },
        ]}
      />
    </>
  );
}

function Value({ field, value }: { field: PersonField; value: string | null }) {
  const focus = readFocus(value);
  if (field === 'focus') return focus && describeFocus(focus);
  if (value === null) return <span className="desk-none">{m.art_none()}</span>;
  return (
    <span className="desk-thumbs">
      <img src={paths.image(value, IMAGE_WIDTHS.portrait[0])} alt="" loading="lazy" />
    </span>
  );
}
