import { useState } from 'react';
import { nameMember } from '../../../platform/desk/name-member.ts';
import { Moment } from '../../../platform/desk/Parts.tsx';
import { ReasonDialog } from '../../../platform/desk/ReasonDialog.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { getDeskTitle, type DeskTitle, type PricePlan } from '../contract.ts';
import { withdrawTitlePrice } from '../price-contract.ts';
import { describePrice } from './price-text.ts';

/** Prices of a title that begin later; each may be withdrawn until then. */
export function PlannedPrices({ title, mayWrite }: { title: DeskTitle; mayWrite: boolean }) {
  const [plan, setPlan] = useState<PricePlan | null>(null);
  if (title.price_plans.length === 0) return null;
  return (
    <>
      <Table
        label={m.price_planned()}
        rows={title.price_plans}
        getKey={({ id }) => id}
        empty={m.price_none()}
        columns={[
          { name: m.prices_from(), show: ({ starts_at: at }) => <Moment at={at} /> },
          { name: m.price_costs(), kind: 'wide', show: ({ price }) => describePrice(price) },
          {
            name: m.audit_who(),
            show: (one) => (
              <>
                <bdi>{nameMember(one.operator)}</bdi> <bdi dir="auto">{one.reason}</bdi>{' '}
                {mayWrite && (
                  <Button
                    look="link"
                    onClick={() => {
                      setPlan(one);
                    }}
                  >
                    {m.prices_withdraw()}
                  </Button>
                )}
              </>
            ),
          },
        ]}
      />
      {plan !== null && (
        <WithdrawDialog
          id={title.id}
          plan={plan}
          onClose={() => {
            setPlan(null);
          }}
        />
      )}
    </>
  );
}

function WithdrawDialog({ id, plan, onClose }: { id: number; plan: PricePlan; onClose: () => void }) {
  const act = useAct(withdrawTitlePrice, [getDeskTitle], [getDeskTitle]);
  return (
    <ReasonDialog
      draft={`price-withdraw:${String(plan.id)}`}
      title={m.prices_withdraw_title()}
      label={m.prices_withdraw()}
      act={act}
      send={(reason, onSuccess) => {
        act.mutate({ id, plan: plan.id, reason }, { onSuccess });
      }}
      onClose={onClose}
    >
      <p>
        {m.prices_from()} <Moment at={plan.starts_at} />: {describePrice(plan.price)}
      </p>
      <p>{m.prices_withdraw_note()}</p>
    </ReasonDialog>
  );
}
