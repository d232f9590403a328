import { useState } from 'react';
import { Loaded } from '../../../platform/desk/Screen.tsx';
import { useCall } from '../../../platform/desk/use-call.ts';
import { listTrialRules, type ListedRule } from '../trial-contract.ts';
import { TrialDialog } from './TrialDialog.tsx';
import { TrialPanel } from './TrialPanel.tsx';
import { WithdrawTrialDialog } from './WithdrawTrialDialog.tsx';

/** The panel of the trial with its dialogs. */
export function TrialSection({ mayWrite }: { mayWrite: boolean }) {
  const answer = useCall(listTrialRules, {});
  const [act, setAct] = useState<'change' | ListedRule | null>(null);
  const close = () => {
    setAct(null);
  };
  const acts = {
    change: () => {
      setAct('change');
    },
    withdraw: setAct,
  };
  const rev = answer.data?.data.rev;
  return (
    <>
      <Loaded answer={answer}>{({ data }) => <TrialPanel trial={data} acts={mayWrite ? acts : null} />}</Loaded>
      {act === 'change' && rev !== undefined && <TrialDialog rev={rev} onClose={close} />}
      {act !== null && act !== 'change' && rev !== undefined && (
        <WithdrawTrialDialog rule={act} rev={rev} onClose={close} />
      )}
    </>
  );
}
