import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useDraft } from '../../../platform/desk/use-draft.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { endDiscountCode, listDiscountCodes } from '../codes-contract.ts';
import { readStart, StartFields, type StartDraft } from './StartFields.tsx';

const EMPTY: StartDraft & { reason: string } = { starts: 'now', from: '', reason: '' };

export function EndCodeDialog({ code, onClose }: { code: string; onClose: () => void }) {
  const draft = useDraft(`end-code:${code}`, EMPTY);
  const { reason, ...typed } = draft.value;
  const endsAt = readStart(typed);
  const finish = () => {
    draft.clear();
    onClose();
  };
  const end = useAct(endDiscountCode, [listDiscountCodes]);
  return (
    <Dialog title={m.codes_end_title({ code: `\u2068${code}\u2069` })} onClose={onClose}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (endsAt !== undefined) end.mutate({ code, ends_at: endsAt, reason }, { onSuccess: finish });
        }}
      >
        <p>{m.codes_end_note()}</p>
        <DraftNote isStored={draft.isStored} clear={draft.clear} />
        <StartFields draft={typed} change={draft.change} name={m.codes_end_when()} time={m.codes_end_time()} />
        <ReasonField
          value={reason}
          onChange={(text) => {
            draft.change({ reason: text });
          }}
        />
        <Refusal error={end.error} />
        <Button type="submit" disabled={!isReason(reason) || endsAt === undefined} busy={end.isPending}>
          {typed.starts === 'now' ? m.codes_end_do() : m.codes_end()}
        </Button>
      </form>
    </Dialog>
  );
}
