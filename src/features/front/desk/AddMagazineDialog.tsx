import { useLocation } from 'wouter';
import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { CallError } from '../../../platform/desk/call-desk.ts';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useDraft } from '../../../platform/desk/use-draft.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { Field } from '../../../platform/ui/Field.tsx';
import { LIST_KEY, MAX_NAME_CHARS } from '../contract.ts';
import { createMagazine, listDeskMagazines } from '../magazines-contract.ts';
import { hasNames, NO_TEXTS } from './magazine-draft.ts';
import { MagazineFields } from './MagazineFields.tsx';

/** A draft: nobody sees it before its publication. */
export function AddMagazineDialog({ onClose }: { onClose: () => void }) {
  const { value, isStored, change: store, clear } = useDraft('magazine-new', { ...NO_TEXTS, slug: '' });
  const { slug, ...draft } = value;
  const act = useAct(createMagazine, [listDeskMagazines]);
  const [, navigate] = useLocation();
  const faults = act.error instanceof CallError ? act.error.error.errors : {};
  const change = (part: Partial<typeof value>) => {
    store(part);
    act.reset();
  };
  const isReady = LIST_KEY.test(slug) && hasNames(draft);
  return (
    <Dialog title={m.print_make()} wide onClose={onClose}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isReady) return;
          const onSuccess = ({ data }: { data: { id: number } }) => {
            clear();
            navigate(`/front/magazines/${String(data.id)}`);
          };
          act.mutate({ slug, ...draft }, { onSuccess });
        }}
      >
        <DraftNote isStored={isStored} clear={clear} />
        <MagazineFields draft={draft} change={change} />
        <Field
          label={m.front_key()}
          hint={m.front_key_hint()}
          error={faults['slug']?.[0]}
          dir="ltr"
          lang="en"
          maxLength={MAX_NAME_CHARS}
          value={slug}
          onChange={(event) => {
            change({ slug: event.target.value });
          }}
        />
        <Refusal error={Object.keys(faults).length > 0 ? null : act.error} />
        <Button type="submit" disabled={!isReady} busy={act.isPending}>
          {m.print_make()}
        </Button>
      </form>
    </Dialog>
  );
}
