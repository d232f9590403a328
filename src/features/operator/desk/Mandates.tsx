import { Badge, Day, Toman } from '../../../platform/desk/Parts.tsx';
import { Panel } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import type { Output } from '../../../platform/http/calls/call.ts';
import { tehranMidnight } from '../../../platform/text/tehran-week.ts';
import { m } from '../../../platform/text/desk/messages.js';
import type { getAccount } from '../accounts-contract.ts';
import { EndRenewalButton } from './EndRenewalButton.tsx';

type Rows = Output<typeof getAccount>['data']['mandates'];

/** Consents of banks, and the end of what is collected by them. */
export function Mandates({ id, rows }: { id: number; rows: Rows }) {
  return (
    <Panel title={m.mandates_title()} actions={<EndRenewalButton id={id} />}>
      <Table
        label={m.mandates_title()}
        rows={rows.map((mandate, at) => ({ ...mandate, at }))}
        getKey={({ at }) => at}
        empty={m.mandates_none()}
        columns={[
          { name: m.mandates_bank(), kind: 'wide', show: ({ bank }) => bank },
          {
            name: m.payment_state(),
            show: ({ state }) => (
              <Badge tone={state === 'active' ? 'good' : 'quiet'}>
                {state === 'active' ? m.mandates_active() : m.mandates_idle()}
              </Badge>
            ),
          },
          {
            name: m.mandates_until(),
            show: ({ ends_on: day }) => <Day at={day === '' ? null : tehranMidnight(day)} />,
          },
          { name: m.mandates_most(), kind: 'number', show: ({ limit_toman: most }) => <Toman value={most} /> },
        ]}
      />
    </Panel>
  );
}
