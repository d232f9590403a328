import { nameMember } from '../../../platform/desk/name-member.ts';
import { Moment } from '../../../platform/desk/Parts.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { UndoChange } from '../../../platform/desk/UndoChange.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { getDeskList, getHero, listDeskLists, undoFrontChange, type FrontChange } from '../contract.ts';
import { getDeskChannel } from '../channels-contract.ts';
import { getDeskIssue, listDeskIssues } from '../issues-contract.ts';
import { getDeskMagazine, listDeskMagazines } from '../magazines-contract.ts';
import { getDeskScreening, listDeskScreenings } from '../screenings-contract.ts';
import { getChannelWeek, listDeskChannels } from '../weeks-contract.ts';

const READS = [
  ...[getHero, listDeskLists, getDeskList, listDeskScreenings, getDeskScreening, getChannelWeek],
  ...[listDeskChannels, getDeskChannel],
  ...[listDeskMagazines, getDeskMagazine, listDeskIssues, getDeskIssue],
];

interface Props {
  label: string;
  changes: readonly FrontChange[];
  /** A part in a line. `text`: its JSON, `other`: that of the change's other side. */
  describe: (text: string, other: string) => string;
}

/** Changes of a part. The newest is taken back, as a change of its own. */
export function FrontHistory({ label, changes, describe }: Props) {
  const undo = useAct(undoFrontChange, READS, READS);
  const mayWrite = usePermissions().includes('front.write');
  const show = (text: string, other: string) => (
    <bdi className="desk-words" dir="auto">
      {describe(text, other) || m.title_empty()}
    </bdi>
  );
  if (changes.length === 0) return null;
  return (
    <details className="desk-details">
      <summary>{label}</summary>
      <Refusal error={undo.error} />
      <Table
        label={label}
        rows={changes}
        getKey={({ id }) => id}
        empty={m.title_history_none()}
        columns={[
          { name: m.payment_when(), show: ({ created_at: at }) => <Moment at={at} /> },
          {
            name: m.audit_who(),
            show: (change) => (
              <>
                <bdi>{nameMember(change.operator)}</bdi>
                <UndoChange
                  change={change}
                  name={label}
                  mayWrite={mayWrite && change.before !== 'null'}
                  isBusy={undo.isPending}
                  undo={() => {
                    undo.mutate({ change: change.id });
                  }}
                />
              </>
            ),
          },
          { name: m.title_before(), show: ({ before, after }) => show(before, after) },
          { name: m.title_after(), kind: 'wide', show: ({ before, after }) => show(after, before) },
        ]}
      />
    </details>
  );
}
