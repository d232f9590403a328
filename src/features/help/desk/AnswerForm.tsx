import { useId } from 'react';
import { CallError } from '../../../platform/desk/call-desk.ts';
import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useDraft } from '../../../platform/desk/use-draft.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { answerHelp, closeHelp, getHelpThread, listHelpQueue } from '../desk-contract.ts';
import { HELP_TEXT_MAX, type HelpState } from '../help.ts';

interface Props {
  thread: { number: number; rev: number; state: HelpState };
  /** After a refusal: somebody else may have written. */
  reload: () => void;
}

export function AnswerForm({ thread: { number, rev, state }, reload }: Props) {
  const id = useId();
  const { value, key, isStored, change, changeKey, clear } = useDraft(`help:${String(number)}`, { text: '' });
  const { text } = value;
  const answer = useAct(answerHelp, [getHelpThread, listHelpQueue]);
  const close = useAct(closeHelp, [getHelpThread, listHelpQueue]);
  return (
    <form
      className="desk-form"
      onSubmit={(event) => {
        event.preventDefault();
        close.reset();
        const recover = (error: Error) => {
          if (error instanceof CallError && error.error.code === 'key_used') changeKey();
          reload();
        };
        answer.mutate({ number, key, rev, text }, { onSuccess: clear, onError: recover });
      }}
    >
      <DraftNote isStored={isStored} clear={clear} />
      <div className="desk-field">
        <label htmlFor={id}>{m.help_answer()}</label>
        <textarea
          id={id}
          rows={5}
          dir="auto"
          required
          maxLength={2 * HELP_TEXT_MAX}
          readOnly={answer.isPending}
          value={text}
          onChange={(event) => {
            change({ text: event.target.value });
          }}
        />
      </div>
      <Refusal error={answer.error ?? close.error} />
      <div className="desk-buttons">
        <Button type="submit" disabled={text.trim() === ''} busy={answer.isPending}>
          {m.help_send()}
        </Button>
        {state !== 'closed' && (
          <Button
            look="line"
            busy={close.isPending}
            onClick={() => {
              answer.reset();
              close.mutate({ number, rev }, { onError: reload });
            }}
          >
            {m.help_close()}
          </Button>
        )}
      </div>
    </form>
  );
}
