import { useState } from 'react';
import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { CallError } from '../../../platform/desk/call-desk.ts';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useDraft } from '../../../platform/desk/use-draft.ts';
import { readWhole } from '../../../platform/text/digits.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatPlain } from '../../../platform/text/format.ts';
import { isoDay } from '../../../platform/text/iso-day.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { Field } from '../../../platform/ui/Field.tsx';
import { createIssue, listDeskIssues, MAX_ISSUE_NUMBER } from '../issues-contract.ts';
import { getDeskMagazine, listDeskMagazines } from '../magazines-contract.ts';
import { readIssueDraft, toIssueDraft } from './issue-draft.ts';
import { IssueFields } from './IssueFields.tsx';

interface Props {
  /** Of the magazine. */
  id: number;
  /** The number after the newest. */
  next: number;
  onClose: () => void;
  onDone: (number: number) => void;
}

/** A draft: nobody sees it before its publication. */
export function AddIssueDialog({ id, next, onClose, onDone }: Props) {
  const [empty] = useState(() => ({
    ...toIssueDraft({ date: isoDay(Math.floor(Date.now() / 1000)), name_fa: '', name_en: '' }),
    number: formatPlain(next),
  }));
  const { value: typed, isStored, change: store, clear } = useDraft(`issue-new:${String(id)}`, empty);
  const { number, ...draft } = typed;
  const act = useAct(createIssue, [listDeskIssues, getDeskMagazine, listDeskMagazines]);
  const faults = act.error instanceof CallError ? act.error.error.errors : {};
  const change = (part: Partial<typeof typed>) => {
    store(part);
    act.reset();
  };
  const facts = readIssueDraft(draft);
  const value = Number(readWhole(number) ?? 0);
  return (
    <Dialog title={m.print_issue_make()} wide onClose={onClose}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (facts === null) return;
          const onSuccess = () => {
            clear();
            onDone(value);
          };
          act.mutate({ id, number: value, ...facts }, { onSuccess });
        }}
      >
        <DraftNote isStored={isStored} clear={clear} />
        <Field
          label={m.print_number()}
          hint={m.print_number_hint()}
          error={faults['number']?.[0]}
          dir="ltr"
          inputMode="numeric"
          value={number}
          onChange={(event) => {
            change({ number: event.target.value });
          }}
        />
        <IssueFields draft={draft} change={change} />
        <Refusal error={Object.keys(faults).length > 0 ? null : act.error} />
        <Button type="submit" disabled={facts === null || value < 1 || value > MAX_ISSUE_NUMBER} busy={act.isPending}>
          {m.create_do()}
        </Button>
      </form>
    </Dialog>
  );
}
