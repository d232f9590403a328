import { ReasonDialog } from '../../../../platform/desk/ReasonDialog.tsx';
import { useAct } from '../../../../platform/desk/use-call.ts';
import { m } from '../../../../platform/text/desk/messages.js';
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
  const act = useAct(removeSubtitle, [getFilmTracks], [getFilmTracks]);
  return (
    <ReasonDialog
      draft={`subtitle:${String(id)}/${subtitle.name}`}
      title={m.art_remove_of({ name: nameSubtitle(subtitle) })}
      label={m.art_remove()}
      act={act}
      send={(reason, onSuccess) => {
        act.mutate({ id, rev, name: subtitle.name, reason }, { onSuccess });
      }}
      onClose={onClose}
    >
      <p>{m.tracks_remove_note()}</p>
    </ReasonDialog>
  );
}
