import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { formatDate } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { browserPorts } from '../../payments/client/bank.ts';
import { createDirectDebit, type Debit } from './direct-debit.ts';
import { closeModal } from '../../../platform/client/modal.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { useStyles } from '../../../platform/ui/use-styles.ts';
import { StepUpPrompt, useStepUp } from '../../accounts/client/StepUpPrompt.tsx';
import { AddBank } from './AddBank.tsx';
import { DebitOutcome } from './DebitOutcome.tsx';
import { DebitToggles } from './DebitToggles.tsx';
import css from '../direct-debit.css?inline';
import money from '../../payments/client/money.css?inline';
import { problemText } from '../../payments/client/problem-text.ts';
import { SavedBanks } from './SavedBanks.tsx';

/** Direct debit (spec 2.42, 4.16, 4.17): what is collected, from which bank, and the ways to add and delete one. */
export function DirectDebitModal() {
  const stepUp = useStepUp();
  const { open: isConfirming } = useStore(stepUp.$stepUp);
  const [store] = useState(() => createDirectDebit({ ...browserPorts(), api: stepUp.api }));
  const state = useStore(store.$debit);
  const { debit, failure } = state;
  useStyles(css);
  useStyles(money);
  useEffect(() => {
    void store.load();
  }, [store]);
  return (
    <Dialog title={m.debit_title()} onClose={closeModal} wide>
      {debit === null && failure === null && <p role="status">{m.debit_loading()}</p>}
      {debit === null && failure !== null && (
        <div role="alert">
          <p className="money-error">{problemText(failure)}</p>
          <Button look="link" onClick={() => void store.load()}>
            {m.modal_try_again()}
          </Button>
        </div>
      )}
      {debit !== null && (
        <>
          <p>{m.debit_intro()}</p>
          {debit.stopped !== null && <p className="debit-note">{stoppedText(debit.stopped)}</p>}
          <DebitToggles debit={debit} store={store} />
          <SavedBanks debit={debit} store={store} />
          <AddBank debit={debit} state={state} store={store} isConfirming={isConfirming} />
          <StepUpPrompt stepUp={stepUp} />
          <DebitOutcome state={state} />
        </>
      )}
    </Dialog>
  );
}

function stoppedText({ kind, at }: NonNullable<Debit['stopped']>): string {
  const date = formatDate(at);
  if (kind === 'renewal') return m.debit_stopped_renewal({ date });
  return kind === 'episode' ? m.debit_stopped_episode({ date }) : m.debit_stopped_payment({ date });
}
