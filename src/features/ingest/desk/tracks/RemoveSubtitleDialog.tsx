import { DraftNote } from '../../../../platform/desk/DraftNote.tsx';
import { isReason, ReasonField } from '../../../../platform/desk/ReasonField.tsx';
import { Refusal } from '../../../../platform/desk/Screen.tsx';
import { useAct } from '../../../../platform/desk/use-call.ts';
import { useDraft } from '../../../../platform/desk/use-draft.ts';
import { m } from '../../../../platform/text/desk/messages.js';
import { Button } from '../../../../platform/ui/Button.tsx';
import { Dialog } from '../../../../platform/ui/Dialog.tsx';
import { getFilmTracks, removeSubtitle } from '../../tracks-contract.ts';
import type { Subtitle } from '../../tracks.ts';
import { nameSubtitle } from './track-texts.ts';

interface Props {
  id: number;
  rev: number;
  subtitle: Subtitle;
  onClose: () => void;
}

export function RemoveSubtitleDialog({ id, rev, subtitle, onClose }: Props) {
  const { value, isStored, change, clear } = useDraft(`subtitle:${String(id)}/${subtitle.name}`, { reason: '' });
  const { reason } = value;
  const act = useAct(removeSubtitle, [getFilmTracks], [getFilmTracks]);
  const finish = () => {
    clear();
    onClose();
  };
  return (
    <Dialog title={m.art_remove_of({ name: nameSubtitle(subtitle) })} onClose={onClose}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          act.mutate({ id, rev, name: subtitle.name, reason }, { onSuccess: finish });
        }}
      >
        <p>{m.tracks_remove_note()}</p>
        <DraftNote isStored={isStored} clear={clear} />
        <ReasonField
          value={reason}
          onChange={(text) => {
            change({ reason: text });
          }}
        />
        <Refusal error={act.error} />
        <Button type="submit" disabled={!isReason(reason)} busy={act.isPending}>
          {m.art_remove()}
        </Button>
      </form>
    </Dialog>
  );
}
