import { useAct } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import {
  getDeskMagazine,
  hideMagazine,
  listDeskMagazines,
  publishMagazine,
  type DeskMagazine,
} from '../magazines-contract.ts';
import { PrintState } from './PrintState.tsx';

const CHANGES = [getDeskMagazine, listDeskMagazines];

export function MagazineState({ magazine: { id, rev, kind, state } }: { magazine: DeskMagazine }) {
  const publish = useAct(publishMagazine, CHANGES, [getDeskMagazine]);
  const hide = useAct(hideMagazine, CHANGES, [getDeskMagazine]);
  if (kind !== 'magazine') return <p className="desk-note">{m.print_fixed()}</p>;
  const isShown = state === 'released';
  return (
    <>
      <p className="desk-note">{isShown ? m.print_hide_note() : m.print_publish_note()}</p>
      <PrintState
        form={`magazine-state:${String(id)}`}
        state={state}
        act={isShown ? hide : publish}
        publish={(reason, _at, done) => {
          publish.mutate({ id, rev, reason }, { onSuccess: done });
        }}
        hide={(reason, done) => {
          hide.mutate({ id, rev, reason }, { onSuccess: done });
        }}
      />
    </>
  );
}
