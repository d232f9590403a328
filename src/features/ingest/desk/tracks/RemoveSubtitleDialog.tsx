import { useState } from 'react';
import { isReason, ReasonField } from '../../../../platform/desk/ReasonField.tsx';
import { Refusal } from '../../../../platform/desk/Screen.tsx';
import { useAct } from '../../../../platform/desk/use-call.ts';
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
  const [reason, setReason] = useState('');
  const act = useAct(removeSubtitle, [getFilmTracks], [getFilmTracks]);
  return (
    <Dialog title={m.art_remove_of({ name: nameSubtitle(subtitle) })} onClose={onClose}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          act.mutate({ id, rev, name: subtitle.name, reason }, { onSuccess: onClose });
        }}
      >
        <p>{m.tracks_remove_note()}</p>
        <ReasonField value={reason} onChange={setReason} />
        <Refusal error={act.error} />
        <Button type="submit" disabled={!isReason(reason)} busy={act.isPending}>
          {m.art_remove()}
        </Button>
      </form>
    </Dialog>
  );
}
