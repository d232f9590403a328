import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useDraft } from '../../../platform/desk/use-draft.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { listAlarms, seeAlarm } from '../alarms-contract.ts';

/** The end of an alarm, with what was done about it. */
export function AlarmDialog({ alarm, onClose }: { alarm: { id: number; text: string }; onClose: () => void }) {
  const { value, isStored, change, clear } = useDraft(`alarm:${String(alarm.id)}`, { note: '' });
  const act = useAct(seeAlarm, [listAlarms], [listAlarms]);
  return (
    <Dialog title={m.alarms_end_title()} onClose={onClose}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          act.mutate(
            { id: alarm.id, note: value.note },
            {
              onSuccess: () => {
                clear();
                onClose();
              },
            },
          );
        }}
      >
        <bdi dir="ltr" className="desk-words">
          {alarm.text}
        </bdi>
        <DraftNote isStored={isStored} clear={clear} />
        <ReasonField
          label={m.alarms_note_label()}
          hint={m.alarms_note_hint()}
          value={value.note}
          onChange={(note) => {
            change({ note });
          }}
        />
        <Refusal error={act.error} />
        <Button type="submit" disabled={!isReason(value.note)} busy={act.isPending}>
          {m.alarms_end()}
        </Button>
      </form>
    </Dialog>
  );
}
