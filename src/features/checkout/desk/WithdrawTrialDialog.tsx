import { Facts, Moment } from '../../../platform/desk/Parts.tsx';
import { ReasonDialog } from '../../../platform/desk/ReasonDialog.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { listTrialRules, withdrawTrialRule, type TrialRule } from '../trial-contract.ts';
import { describeTrial } from './TrialPanel.tsx';

/** `rule` has not begun. */
export function WithdrawTrialDialog({ rule, rev, onClose }: { rule: TrialRule; rev: number; onClose: () => void }) {
  const act = useAct(withdrawTrialRule, [listTrialRules], [listTrialRules]);
  return (
    <ReasonDialog
      draft={`untrial:${String(rule.id)}`}
      title={m.trial_withdraw_title()}
      label={m.prices_withdraw()}
      act={act}
      send={(reason, onSuccess) => {
        act.mutate({ id: rule.id, rev, reason }, { onSuccess });
      }}
      onClose={onClose}
    >
      <Facts
        rows={[
          [m.prices_from(), <Moment key="from" at={rule.starts_at} />],
          [m.trial_title(), describeTrial(rule.days)],
        ]}
      />
      <p>{m.trial_withdraw_note()}</p>
    </ReasonDialog>
  );
}
