import { atom } from 'nanostores';

/** Why the desk asks who is there before it continues: nobody is signed in, or money and staff want a code again. */
export type GateKind = 'sign-in' | 'confirm';

interface Gate {
  kind: GateKind;
  /** True once the code was right; false where it was given up. */
  settle: (isOpen: boolean) => void;
}

export const $gate = atom<Gate | null>(null);
let open: Promise<boolean> | null = null;

/** Asks once for all calls that wait. The page stays as it is. */
export function askAtGate(kind: GateKind): Promise<boolean> {
  open ??= new Promise<boolean>((resolve) => {
    $gate.set({ kind, settle: resolve });
  }).finally(() => {
    open = null;
    $gate.set(null);
  });
  return open;
}
