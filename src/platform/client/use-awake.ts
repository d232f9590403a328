import { useEffect, useRef, useState, type RefObject } from 'react';
// Sets the locale of `m` for every island.
import '../text/current-locale.ts';
import { AWAKE_EVENT } from './events.ts';

/** Call after the root component's other effects. False on the server and in the first render: both print the same. */
export function useAwake<T extends HTMLElement>(): [RefObject<T | null>, boolean] {
  const ref = useRef<T>(null);
  const [awake, setAwake] = useState(false);
  useEffect(() => {
    setAwake(true);
  }, []);
  useEffect(() => {
    if (awake) ref.current?.closest('astro-island')?.dispatchEvent(new Event(AWAKE_EVENT));
  }, [awake]);
  return [ref, awake];
}
