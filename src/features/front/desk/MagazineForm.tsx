import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { Panel } from '../../../platform/desk/Screen.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { getDeskMagazine, listDeskMagazines, saveMagazine, type DeskMagazine } from '../magazines-contract.ts';
import { describeMagazine } from './describe-print.ts';
import { FrontHistory } from './FrontHistory.tsx';
import { hasNames, magazineDraft, toMagazineDraft } from './magazine-draft.ts';
import { MagazineFields } from './MagazineFields.tsx';
import { SaveBar } from './SaveBar.tsx';
import { usePartDraft } from './use-part-draft.ts';

export function MagazineForm({ magazine, mayWrite }: { magazine: DeskMagazine; mayWrite: boolean }) {
  const { id, rev, changes } = magazine;
  const form = `magazine:${String(id)}`;
  const edits = usePartDraft(form, magazineDraft, { rev, value: toMagazineDraft(magazine) });
  const save = useAct(saveMagazine, [getDeskMagazine, listDeskMagazines], [getDeskMagazine]);
  return (
    <Panel title={m.print_texts()}>
      <fieldset className="desk-form desk-fields" disabled={!mayWrite || save.isPending}>
        <DraftNote isStored={edits.isStored} clear={edits.clear} />
        <MagazineFields
          draft={edits.value}
          change={(part) => {
            edits.change({ ...edits.value, ...part });
          }}
        />
      </fieldset>
      {mayWrite && (
        <SaveBar
          {...{ edits, act: save, isReady: hasNames(edits.value), isHidden: magazine.state !== 'released' }}
          theirs={<span className="desk-words">{describeMagazine(JSON.stringify(magazine))}</span>}
          save={() => {
            save.mutate({ id, rev: edits.rev, ...edits.value }, { onSuccess: edits.clear });
          }}
        />
      )}
      <FrontHistory label={m.print_changes()} changes={changes} describe={describeMagazine} />
    </Panel>
  );
}
