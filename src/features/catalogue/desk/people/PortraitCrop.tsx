import { useAct, useCall } from '../../../../platform/desk/use-call.ts';
import { m } from '../../../../platform/text/desk/messages.js';
import { listCreditedPeople } from '../../people-contract.ts';
import {
  getPortrait,
  getPortraitCrop,
  removePortraitCrop,
  setPortraitCrop,
  type Portrait,
} from '../../portrait-contract.ts';
import { CropDialog } from '../art/CropDialog.tsx';
import { Faces } from './Faces.tsx';

interface Props {
  person: Portrait;
  onClose: () => void;
}

export function PortraitCrop({ person: { id, portrait }, onClose }: Props) {
  const answer = useCall(getPortraitCrop, { id }, { isFresh: true });
  const changes = [getPortrait, getPortraitCrop, listCreditedPeople];
  const save = useAct(setPortraitCrop, changes, [getPortrait, getPortraitCrop]);
  const remove = useAct(removePortraitCrop, changes, [getPortrait, getPortraitCrop]);
  const act = { id, seen: portrait ?? '' };
  return (
    <CropDialog
      {...{ answer, save, remove, onClose }}
      name={m.portrait()}
      place="portrait"
      onSave={(part) => {
        save.mutate({ ...act, ...part }, { onSuccess: onClose });
      }}
      onRemove={() => {
        remove.mutate(act, { onSuccess: onClose });
      }}
      removeLabel={m.art_crop_focus()}
    >
      {(draft) => draft && <Faces picture={draft.url} heading={m.art_crop_preview()} />}
    </CropDialog>
  );
}
