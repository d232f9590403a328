import { useEffect, useRef } from 'react';

/** Focuses a form's first field, and again at each step of it. */
export function useFirstField(step: string | null = null) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector('input')?.focus();
  }, [step]);
  return form;
}
