import { toIso } from '../../../platform/desk/csv.ts';
import { Badge, Moment } from '../../../platform/desk/Parts.tsx';
import { Panel } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import type { Output } from '../../../platform/http/calls/call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import type { getAccount } from '../accounts-contract.ts';

type Rows = Output<typeof getAccount>['data']['sms'];

const KINDS: Record<Rows[number]['kind'], () => string> = {
  code: m.sms_code,
  mobile_code: m.sms_mobile_code,
  notice: m.sms_notice,
};

const nameState = (state: Rows[number]['state']) => (state === 'sent' ? m.sms_sent() : m.sms_failed());

/** That SMS went to the account; no text is stored. */
export function SentSms({ rows }: { rows: Rows }) {
  return (
    <Panel title={m.sms_title()}>
      <Table
        label={m.sms_title()}
        rows={rows.map((row, at) => ({ ...row, at }))}
        getKey={({ at }) => at}
        empty={m.sms_none()}
        file="pardeh-sms"
        columns={[
          {
            name: m.payment_when(),
            show: ({ sent_at: at }) => <Moment at={at} />,
            cell: ({ sent_at: at }) => toIso(at),
          },
          { name: m.sms_kind(), kind: 'wide', show: ({ kind }) => KINDS[kind](), cell: ({ kind }) => KINDS[kind]() },
          {
            name: m.payment_state(),
            show: ({ state }) => <Badge tone={state === 'sent' ? 'good' : 'bad'}>{nameState(state)}</Badge>,
            cell: ({ state }) => nameState(state),
          },
        ]}
      />
    </Panel>
  );
}
