import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useDraft } from '../../../platform/desk/use-draft.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { getDeskScreening, hideScreening, listDeskScreenings, type DeskScreening } from '../screenings-contract.ts';

/** Hides a screening without tickets, or shows it again. */
export function HideScreening({ screening: { id, rev, hidden, tickets } }: { screening: DeskScreening }) {
  const { value, isStored, change, clear } = useDraft(`screening-hide:${String(id)}`, { reason: '' });
  const { reason } = value;
  const act = useAct(hideScreening, [getDeskScreening, listDeskScreenings], [getDeskScreening]);
  if (!usePermissions().includes('front.write')) return null;
  const isSold = !hidden && tickets > 0;
  return (
    <form
      className="desk-form"
      onSubmit={(event) => {
        event.preventDefault();
        act.mutate({ id, rev, hidden: !hidden, reason }, { onSuccess: clear });
      }}
    >
      {isSold ? (
        <p className="desk-note">{m.screenings_hide_sold()}</p>
      ) : (
        <>
          <DraftNote isStored={isStored} clear={clear} />
          <ReasonField
            value={reason}
            hint=""
            onChange={(text) => {
              change({ reason: text });
            }}
          />
          <Refusal error={act.error} />
          <Button type="submit" look="line" disabled={!isReason(reason)} busy={act.isPending}>
            {hidden ? m.screenings_show() : m.screenings_hide()}
          </Button>
        </>
      )}
    </form>
  );
}
