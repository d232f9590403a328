import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { formatDate } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { createBrowserPorts } from '../../payments/client/bank.ts';
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
import { getMoneyErrorText } from '../../payments/client/money-error.ts';
import { SavedBanks } from './SavedBanks.tsx';

/** Spec 2.42, 4.16, 4.17. */
export function DirectDebitModal() {
  const stepUp = useStepUp();
  const { open: isConfirming } = useStore(stepUp.$stepUp);
  const [store] = useState(() => createDirectDebit({ ...createBrowserPorts(), api: stepUp.api }));
  const state = useStore(store.$debit);
  const { debit, loadError } = state;
  useStyles(css);
  useStyles(money);
  useEffect(() => {
    void store.load();
  }, [store]);
  return (
    <Dialog title={m.debit_title()} onClose={closeModal} wide>
      {debit === null && loadError === null && <p role="status">{m.debit_loading()}</p>}
      {debit === null && loadError !== null && (
        <div role="alert">
          <p className="money-error">{getMoneyErrorText(loadError)}</p>
          <Button look="link" onClick={() => void store.load()}>
            {m.modal_try_again()}
          </Button>
        </div>
      )}
      {debit !== null && (
        <>
          <p>{m.debit_intro()}</p>
          {debit.stopped !== null && <p className="debit-note">{getStoppedText(debit.stopped)}</p>}
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

function getStoppedText({ kind, at }: NonNullable<Debit['stopped']>): string {
  const date = formatDate(at);
  if (kind === 'renewal') return m.debit_stopped_renewal({ date });
  return kind === 'episode' ? m.debit_stopped_episode({ date }) : m.debit_stopped_payment({ date });
}
