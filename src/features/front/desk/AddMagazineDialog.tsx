import { useAct } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { createMagazine, listDeskMagazines } from '../magazines-contract.ts';
import { hasNames, NO_TEXTS } from './magazine-draft.ts';
import { MagazineFields } from './MagazineFields.tsx';
import { MakePartDialog } from './MakePartDialog.tsx';

export function AddMagazineDialog({ onClose }: { onClose: () => void }) {
  return (
    <MakePartDialog
      form="magazine-new"
      title={m.print_make()}
      empty={NO_TEXTS}
      read={(draft) => (hasNames(draft) ? draft : null)}
      act={useAct(createMagazine, [listDeskMagazines])}
      toPath={(id) => `/front/magazines/${String(id)}`}
      onClose={onClose}
    >
      {({ draft, change }) => <MagazineFields draft={draft} change={change} />}
    </MakePartDialog>
  );
}
