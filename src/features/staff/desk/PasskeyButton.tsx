import { useMutation } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { Button } from '../../../platform/ui/Button.tsx';

interface Props<T> {
  text: string;
  look?: ComponentProps<typeof Button>['look'];
  disabled?: boolean;
  run: () => Promise<T>;
  onDone: (result: T) => void;
}

/** Asks the browser for a passkey, and shows its refusal below. */
export function PasskeyButton<T>({ text, look, disabled, run, onDone }: Props<T>) {
  const act = useMutation({ mutationFn: run, onSuccess: onDone });
  return (
    <>
      <Button
        {...(look !== undefined && { look })}
        {...(disabled !== undefined && { disabled })}
        busy={act.isPending}
        onClick={() => {
          act.mutate();
        }}
      >
        {text}
      </Button>
      <Refusal error={act.error} />
    </>
  );
}
