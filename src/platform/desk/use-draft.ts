import { createContext, use, useEffect, useEffectEvent, useState } from 'react';
import { createKey } from './create-key.ts';
import { followDraft, loadDraft, removeDraft, storeDraft } from './draft-store.ts';

/** The name of the member whose drafts they are. */
export const DraftOwner = createContext('');

/**
 * The typed text of a form, which a reload, Back and a lost connection leave, and which is the same in all tabs. `form`:
 * the act and, after a colon, its subject; another subject in the same place has its own text. `key` is that of the act
 * until `clear`, which comes after success or when the member begins again.
 */
export function useDraft<T extends Record<string, string>>(form: string, empty: T) {
  const owner = use(DraftOwner);
  const [state, setState] = useState(() => openDraft(owner, form, empty));
  const draft = state.form === form && state.owner === owner ? state : openDraft(owner, form, empty);
  if (draft !== state) setState(draft);
  const readAgain = useEffectEvent((isRemoved: boolean) => {
    const next = openDraft(owner, form, empty);
    if (isRemoved || next.isStored) setState(next);
  });
  useEffect(() => followDraft(form, readAgain), [form]);
  const { value, key, isStored } = draft;
  return {
    value,
    key,
    /** The text is of an earlier visit or of another tab. */
    isStored,
    /** `isNewAct`: what is typed is another act than the one whose answer was lost. */
    change: (part: Partial<T>, isNewAct = false) => {
      const next = { value: { ...value, ...part }, key: isNewAct ? createKey(nameAct(form)) : key };
      setState((before) => ({ ...before, ...next }));
      storeDraft(form, { owner, ...next });
    },
    changeKey: () => {
      setState((before) => ({ ...before, key: createKey(nameAct(form)) }));
    },
    clear: () => {
      removeDraft(form);
      setState(openDraft(owner, form, empty));
    },
  };
}

function openDraft<T extends Record<string, string>>(owner: string, form: string, empty: T) {
  const stored = loadDraft(owner, form);
  const value = stored === null ? empty : readValue(stored.value, empty);
  return { owner, form, value, key: stored?.key ?? createKey(nameAct(form)), isStored: stored !== null };
}

const nameAct = (form: string) => form.split(':')[0] ?? form;

/** A field that the form has no more, or has since, is as in an empty form. */
function readValue<T extends Record<string, string>>(stored: Record<string, string>, empty: T): T {
  const names = Object.keys(empty).filter((name) => typeof stored[name] === 'string');
  return { ...empty, ...Object.fromEntries(names.map((name) => [name, stored[name]])) };
}
