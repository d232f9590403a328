import { createContext, use, useEffect, useRef, useState } from 'react';
import { createKey } from './create-key.ts';
import { loadDraft, removeDraft, storeDraft } from './draft-store.ts';

/** The name of the member whose drafts they are. */
export const DraftOwner = createContext('');

/**
 * The typed text of a form, which a reload, Back and a lost connection leave. `form`: the act and, after a colon, its
 * subject. `key` is that of the act until `clear`, which comes after success or when the member begins again. Nothing is sent
 * before `isLoaded`: the key may be that of an act whose answer was lost.
 */
export function useDraft<T extends Record<string, string>>(form: string, empty: T) {
  const owner = use(DraftOwner);
  const [act = form] = form.split(':');
  const [value, setValue] = useState(empty);
  const [key, setKey] = useState(() => createKey(act));
  const [isStored, setIsStored] = useState(false);
  const [isLoaded, setIsLoaded] = useState(false);
  const isTouched = useRef(false);
  useEffect(() => {
    let isCurrent = true;
    void loadDraft(owner, form).then((draft) => {
      if (!isCurrent) return;
      setIsLoaded(true);
      if (draft === null) return;
      if (!isTouched.current) setValue((before) => readValue(draft.value, before));
      setKey(draft.key);
      setIsStored(true);
    });
    return () => {
      isCurrent = false;
    };
  }, [owner, form]);

  const change = (part: Partial<T>) => {
    isTouched.current = true;
    const next = { ...value, ...part };
    setValue(next);
    void storeDraft({ form, owner, key, value: next });
  };
  const clear = () => {
    isTouched.current = true;
    setValue(empty);
    setKey(createKey(act));
    setIsStored(false);
    void removeDraft(form);
  };
  const changeKey = () => {
    setKey(createKey(act));
  };
  return { value, key, isStored, isLoaded, change, changeKey, clear };
}

/** A field that the form has no more, or has since, is as in an empty form. */
function readValue<T extends Record<string, string>>(stored: Record<string, string>, empty: T): T {
  const names = Object.keys(empty).filter((name) => typeof stored[name] === 'string');
  return { ...empty, ...Object.fromEntries(names.map((name) => [name, stored[name]])) };
}
