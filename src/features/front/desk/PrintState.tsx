import { useState } from 'react';
import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { MomentField } from '../../../platform/desk/MomentField.tsx';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { useDraft } from '../../../platform/desk/use-draft.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { readMoment } from '../../../platform/text/moment.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { isNote } from '../../catalogue/desk/PublishDialog.tsx';
import type { ListedIssue } from '../issues-contract.ts';

interface Props {
  form: string;
  state: ListedIssue['state'];
  /** It may come out at a time. */
  mayPlan?: boolean;
  act: { isPending: boolean; error: Error | null };
  /** `at`: epoch seconds; null: now. */
  publish: (reason: string, at: number | null, done: () => void) => void;
  hide: (reason: string, done: () => void) => void;
}

/** Publishes what nobody sees, at once or at a time, and hides what is shown or planned. */
export function PrintState({ form, state, mayPlan = false, act, publish, hide }: Props) {
  const { value, isStored, change, clear } = useDraft(form, { starts: '', reason: '' });
  const { starts, reason } = value;
  const [now] = useState(() => Date.now() / 1000);
  const isOpen = state === 'released' || state === 'scheduled';
  const at = readMoment(starts);
  const isReady = isOpen ? isReason(reason) : isNote(reason) && (at !== null || starts.trim() === '');
  return (
    <form
      className="desk-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isOpen) hide(reason, clear);
        else publish(reason.trim(), at, clear);
      }}
    >
      <DraftNote isStored={isStored} clear={clear} />
      {!isOpen && mayPlan && (
        <>
          <MomentField
            label={m.publish_at()}
            value={starts}
            onChange={(text) => {
              change({ starts: text });
            }}
          />
          <p className="desk-note">{m.print_publish_when()}</p>
          {at !== null && at <= now && <p role="status">{m.print_past()}</p>}
        </>
      )}
      <ReasonField
        {...(!isOpen && { hint: m.print_reason_hint() })}
        value={reason}
        onChange={(text) => {
          change({ reason: text });
        }}
      />
      <Refusal error={act.error} />
      <Button type="submit" look={isOpen ? 'line' : 'solid'} disabled={!isReady} busy={act.isPending}>
        {name()}
      </Button>
    </form>
  );

  function name() {
    if (state === 'scheduled') return m.publish_withdraw();
    if (isOpen) return m.title_hide_do();
    return at === null || at <= now ? m.publish_now_do() : m.publish_plan_do();
  }
}
