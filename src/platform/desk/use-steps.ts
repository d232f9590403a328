import { useState } from 'react';
import { CallError } from './call-desk.ts';
import { useDraft } from './use-draft.ts';

/** A part of the answer of `useAct`. */
interface Act<I, O = unknown> {
  mutate: (input: I, options?: { onSuccess?: (answer: O) => void }) => void;
  data: O | undefined;
  error: Error | null;
  isPending: boolean;
  isSuccess: boolean;
  reset: () => void;
}

interface Options<T, I, P, O> {
  /** Of the draft: the act and, after a colon, its subject. */
  form: string;
  empty: T;
  /** Null until the form says all. */
  read: (draft: T, key: string) => I | null;
  rehearse: Act<I, { data: P }>;
  /** More input of the rehearsal, where it is the act's own call. */
  rehearsal?: Partial<I>;
  make: Act<I, O>;
  request?: Act<I>;
  onDone: (answer: O) => void;
}

/**
 * A form whose act is shown before it is made; another input than the rehearsed one is shown again. The draft has the key
 * of the act, so one whose answer was lost is not made twice, also by a form that was closed or loaded again.
 */
export function useSteps<T extends Record<string, string>, I, P, O>(options: Options<T, I, P, O>) {
  const { form, empty, read, rehearse, rehearsal, make, request, onDone } = options;
  const { value: draft, key, isStored, change: changeDraft, clear: clearDraft } = useDraft(form, empty);
  const [rehearsedInput, setRehearsedInput] = useState('');
  const input = read(draft, key);
  const preview = rehearsedInput === JSON.stringify(input) ? rehearse.data?.data : undefined;
  const acts = [rehearse, make, ...(request ? [request] : [])];
  const error = acts.find((act) => act.error !== null)?.error ?? null;
  const needsApproval = request !== undefined && isForTwo(preview);
  const back = () => {
    setRehearsedInput('');
    for (const act of acts) act.reset();
  };
  return {
    ...{ draft, input, preview, isStored, needsApproval, back, error },
    /** The key of this form has made an act. */
    isDone: error instanceof CallError && error.error.code === 'key_used',
    isSent: request?.isSuccess === true,
    isBusy: acts.some(({ isPending }) => isPending),
    change: (part: Partial<T>) => {
      changeDraft(part);
      back();
    },
    clear: () => {
      clearDraft();
      back();
    },
    next: () => {
      if (input === null) return;
      if (preview === undefined) {
        back();
        setRehearsedInput(JSON.stringify(input));
        rehearse.mutate({ ...input, ...rehearsal });
      } else if (needsApproval) request.mutate(input, { onSuccess: clearDraft });
      else
        make.mutate(input, {
          onSuccess: (answer) => {
            clearDraft();
            onDone(answer);
          },
        });
    },
  };
}

const isForTwo = (preview: unknown) => (preview as { needs_approval?: boolean } | undefined)?.needs_approval === true;

export type StepsState<T extends Record<string, string>, P> = ReturnType<typeof useSteps<T, unknown, P, unknown>>;
