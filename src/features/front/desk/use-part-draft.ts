import * as v from 'valibot';
import { useDraft } from '../../../platform/desk/use-draft.ts';

interface Part<T> {
  /** Changes of the part until it was read. */
  rev: number;
  value: T;
}

/** A part of the front that a member arranges: the stored one until it is touched, then a draft in the browser. */
export function usePartDraft<T>(form: string, schema: v.GenericSchema<unknown, T>, { rev, value }: Part<T>) {
  const { value: draft, isStored, change, clear } = useDraft(form, { value: '', rev: '' });
  const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), draft.value);
  const isTouched = stored.success;
  return {
    value: stored.success ? stored.output : value,
    /** Of the part that the draft began with. */
    rev: isTouched ? Number(draft.rev) : rev,
    isTouched,
    isStored: isStored && isTouched,
    /** Somebody else has written the part meanwhile. */
    isStale: isTouched && Number(draft.rev) !== rev,
    change: (next: T) => {
      change({ value: JSON.stringify(next), rev: isTouched ? draft.rev : String(rev) });
    },
    /** The next save writes over the part of somebody else. */
    takeMine: () => {
      change({ rev: String(rev) });
    },
    clear,
  };
}
