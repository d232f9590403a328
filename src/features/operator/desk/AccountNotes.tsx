import { useId } from 'react';
import { CallError } from '../../../platform/desk/call-desk.ts';
import { CsvButton } from '../../../platform/desk/CsvButton.tsx';
import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { Moment } from '../../../platform/desk/Parts.tsx';
import { Pager } from '../../../platform/desk/Pager.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { useQueryParam } from '../../../platform/desk/query-param.ts';
import { Empty, Loaded, Panel, Refusal } from '../../../platform/desk/Screen.tsx';
import { useAct, useCall } from '../../../platform/desk/use-call.ts';
import { useDraft } from '../../../platform/desk/use-draft.ts';
import { nameMember } from '../../../platform/desk/name-member.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { addNote, listNotes, MAX_NOTE_CHARS } from '../notes-contract.ts';

/** Notes on the person, for members with `people.notes`. */
export function AccountNotes({ id }: { id: number }) {
  return usePermissions().includes('people.notes') ? <Notes id={id} /> : null;
}

function Notes({ id }: { id: number }) {
  const [before, setBefore] = useQueryParam('notes');
  const answer = useCall(listNotes, { id, ...(before !== null && { before: Number(before) }) });
  return (
    <div className="desk-whole">
      <Panel title={m.notes_title()}>
        <NoteForm id={id} />
        <Loaded answer={answer}>
          {({ data, next }) => (
            <>
              {data.length === 0 ? (
                <Empty>{m.notes_none()}</Empty>
              ) : (
                <ul className="desk-talk">
                  {data.map((note) => (
                    <li key={note.id} className="desk-said">
                      <p className="desk-said-head">
                        <bdi>{nameMember(note.operator)}</bdi>
                        <Moment at={note.created_at} />
                      </p>
                      <p className="desk-words" dir="auto">
                        {note.text}
                      </p>
                    </li>
                  ))}
                </ul>
              )}
              {data.length > 0 && (
                <div className="desk-buttons">
                  <CsvButton
                    name={`pardeh-notes-${String(id)}`}
                    header={[m.payment_when(), m.audit_who(), m.notes_title()]}
                    getRows={() =>
                      data.map(({ created_at: at, operator, text }) => [
                        ...[new Date(at * 1000).toISOString(), nameMember(operator), text],
                      ])
                    }
                  />
                </div>
              )}
              <Pager next={next === null ? null : String(next)} isFirst={before === null} go={setBefore} />
            </>
          )}
        </Loaded>
      </Panel>
    </div>
  );
}

function NoteForm({ id }: { id: number }) {
  const field = useId();
  const { value, key, isStored, change, changeKey, clear } = useDraft(`note:${String(id)}`, { text: '' });
  const { text } = value;
  const add = useAct(addNote, [listNotes], [listNotes]);
  return (
    <form
      className="desk-form"
      onSubmit={(event) => {
        event.preventDefault();
        // A note whose answer was lost is in the list; what is typed now is another one.
        const recover = (error: Error) => {
          if (error instanceof CallError && error.error.code === 'key_used') changeKey();
        };
        add.mutate({ id, key, text }, { onSuccess: clear, onError: recover });
      }}
    >
      <DraftNote isStored={isStored} clear={clear} />
      <div className="desk-field">
        <label htmlFor={field}>{m.notes_label()}</label>
        <textarea
          id={field}
          rows={3}
          dir="auto"
          required
          maxLength={2 * MAX_NOTE_CHARS}
          readOnly={add.isPending}
          aria-describedby={`${field}-hint`}
          value={text}
          onChange={(event) => {
            change({ text: event.target.value });
          }}
        />
        <p id={`${field}-hint`} className="desk-note">
          {m.notes_hint()}
        </p>
      </div>
      <Refusal error={add.error} />
      <div className="desk-buttons">
        <Button type="submit" look="line" disabled={text.trim() === ''} busy={add.isPending}>
          {m.notes_add()}
        </Button>
      </div>
    </form>
  );
}
