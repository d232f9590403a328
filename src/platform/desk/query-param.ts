import { useSearchParams } from 'wouter';

type Change = (value: string | null, drops?: readonly string[]) => void;

/** A filter in the address: `null` where it is not there. `drops`: the cursor that another filter ends. */
export function useQueryParam(name: string): [string | null, Change] {
  const [params, setParams] = useSearchParams();
  return [
    params.get(name),
    (value, drops = []) => {
      setParams((before) => {
        const next = new URLSearchParams(before);
        for (const drop of [name, ...drops]) next.delete(drop);
        if (value !== null && value !== '') next.set(name, value);
        return next;
      });
    },
  ];
}
