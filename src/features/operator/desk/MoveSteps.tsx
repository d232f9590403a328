import type { ReactNode } from 'react';
import { Steps } from '../../../platform/desk/Steps.tsx';
import type { StepsState } from '../../../platform/desk/use-steps.ts';
import { m } from '../../../platform/text/desk/messages.js';
import type { MovePreview } from '../moves-contract.ts';
import { MoveFacts } from './MoveFacts.tsx';

interface Props<T extends Record<string, string>, P> {
  title: string;
  steps: StepsState<T, P>;
  tracking: string | null;
  collectAgain?: boolean;
  children: ReactNode;
  onClose: () => void;
}

/** A correction or a debit. */
export function MoveSteps<T extends Record<'reason', string>, P extends MovePreview>(props: Props<T, P>) {
  const { title, steps, tracking, collectAgain = false, children, onClose } = props;
  return (
    <Steps
      {...{ title, steps, onClose }}
      label={m.move_do()}
      approval={m.move_needs_approval()}
      shown={m.refund_shown()}
      facts={(preview) => <MoveFacts {...{ preview, tracking, collectAgain }} reason={steps.draft.reason} />}
    >
      {children}
    </Steps>
  );
}
