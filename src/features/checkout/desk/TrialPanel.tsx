import { CsvButton } from '../../../platform/desk/CsvButton.tsx';
import { Facts, Moment } from '../../../platform/desk/Parts.tsx';
import { Panel } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import type { ListedRule, TrialRules } from '../trial-contract.ts';
import { buildEndColumns, namePriceState } from './end-columns.tsx';

/** Null to who may only read. */
export interface TrialActs {
  change: () => void;
  withdraw: (rule: ListedRule) => void;
}

export function describeTrial(days: number): string {
  return days === 0 ? m.trial_none() : m.trial_count({ count: days === 1 ? days : formatNumber(days) });
}

export function TrialPanel({ trial, acts }: { trial: TrialRules; acts: TrialActs | null }) {
  const { days, setting, rules } = trial;
  return (
    <Panel
      title={m.trial_title()}
      actions={
        acts && (
          <Button look="line" onClick={acts.change}>
            {m.trial_change()}
          </Button>
        )
      }
    >
      <Facts
        rows={[
          [m.trial_now(), describeTrial(days)],
          [m.trial_setting(), describeTrial(setting)],
        ]}
      />
      <Table
        label={m.trial_history()}
        rows={rules}
        getKey={({ id }) => id}
        empty={m.trial_history_none()}
        columns={[
          { name: m.prices_from(), show: ({ starts_at: at }) => <Moment at={at} /> },
          { name: m.trial_title(), show: (rule) => describeTrial(rule.days) },
          ...buildEndColumns<ListedRule>(acts?.withdraw ?? null),
        ]}
      />
      {rules.length > 0 && (
        <CsvButton
          name="pardeh-trials"
          header={[m.prices_from(), m.plans_days(), m.payment_state(), m.audit_who(), m.reason_label()]}
          getRows={() =>
            rules.map((rule) => [
              ...[new Date(rule.starts_at * 1000).toISOString(), rule.days, namePriceState(rule.state)],
              ...[rule.operator, rule.reason],
            ])
          }
        />
      )}
    </Panel>
  );
}
