import { nameMember } from '../../../../platform/desk/name-member.ts';
import { Moment, Words } from '../../../../platform/desk/Parts.tsx';
import { usePermissions } from '../../../../platform/desk/permissions.ts';
import { Refusal } from '../../../../platform/desk/Screen.tsx';
import { Table } from '../../../../platform/desk/Table.tsx';
import { UndoChange } from '../../../../platform/desk/UndoChange.tsx';
import { useAct } from '../../../../platform/desk/use-call.ts';
import { m } from '../../../../platform/text/desk/messages.js';
import { getFilmTracks, undoTrackChange, type FilmTracks } from '../../tracks-contract.ts';
import { describeChange } from './track-texts.ts';

/** Changes of sounds and subtitles. The newest is taken back, as a change of its own. */
export function TrackHistory({ id, changes }: { id: number; changes: FilmTracks['changes'] }) {
  const undo = useAct(undoTrackChange, [getFilmTracks], [getFilmTracks]);
  const mayWrite = usePermissions().includes('media.write');
  if (changes.length === 0) return null;
  return (
    <details className="desk-details">
      <summary>{m.tracks_history()}</summary>
      <Refusal error={undo.error} />
      <Table
        label={m.tracks_history()}
        rows={changes}
        getKey={(change) => change.id}
        empty={m.title_history_none()}
        columns={[
          { name: m.payment_when(), show: ({ created_at: at }) => <Moment at={at} /> },
          {
            name: m.audit_who(),
            show: ({ operator, reason }) => (
              <>
                <bdi>{nameMember(operator)}</bdi> {reason !== '' && <Words text={reason} />}
              </>
            ),
          },
          {
            name: m.audit_change(),
            kind: 'wide',
            show: (change) => (
              <>
                {describeChange(change.before, change.after).map((line) => (
                  <div key={line}>{line}</div>
                ))}
                <UndoChange
                  change={change}
                  name={describeChange(change.before, change.after)[0] ?? ''}
                  mayWrite={mayWrite}
                  isBusy={undo.isPending}
                  undo={() => {
                    undo.mutate({ id, change: change.id });
                  }}
                />
              </>
            ),
          },
        ]}
      />
    </details>
  );
}
