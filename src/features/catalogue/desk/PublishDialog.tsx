import { useState } from 'react';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { getDeskTitle, hideTitle, listDeskTitles, showTitle, type DeskTitle } from '../contract.ts';

/** Hides a title, or shows one again. */
export function PublishDialog({ title, onClose }: { title: DeskTitle; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const [isHidden] = useState(title.hidden_by === 'desk');
  const act = useAct(isHidden ? showTitle : hideTitle, [getDeskTitle, listDeskTitles], [getDeskTitle]);
  const name = isHidden ? m.title_show() : m.title_hide();
  return (
    <Dialog title={name} onClose={onClose}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          act.mutate({ id: title.id, reason }, { onSuccess: onClose });
        }}
      >
        <p>{isHidden ? m.title_show_note() : title.kind === 'series' ? m.title_hide_series() : m.title_hide_note()}</p>
        <ReasonField value={reason} onChange={setReason} />
        <Refusal error={act.error} />
        <Button type="submit" disabled={!isReason(reason)} busy={act.isPending}>
          {isHidden ? m.title_show_do() : m.title_hide_do()}
        </Button>
      </form>
    </Dialog>
  );
}
