import { useEffect, useRef, useState, type RefObject } from 'react';
// Every island's texts are in the document's language, also where the island itself asks for no locale.
import '../text/current-locale.ts';
import { AWAKE_EVENT } from './events.ts';

/**
 * For an island's root component, called after its other effects: tells the directive that events can be given again.
 * Returns the ref of any element of the island, and whether it is awake: false on the server and in the first render,
 * so that both print the same.
 */
export function useAwake<T extends HTMLElement>(): [RefObject<T | null>, boolean] {
  const ref = useRef<T>(null);
  const [awake, setAwake] = useState(false);
  useEffect(() => {
    setAwake(true);
  }, []);
  // In an effect of its own: the listeners and state that wait for `awake` are in place when the event goes out.
  useEffect(() => {
    if (awake) ref.current?.closest('astro-island')?.dispatchEvent(new Event(AWAKE_EVENT));
  }, [awake]);
  return [ref, awake];
}
