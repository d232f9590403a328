import { useEffect, useRef } from 'react';

/** The value of the last render, for a callback that runs later: it sees the form as it is then, not as it was at the press. */
export function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
