import { Badge, Code, Moment } from '../../../platform/desk/Parts.tsx';
import { CsvButton } from '../../../platform/desk/CsvButton.tsx';
import { Pager } from '../../../platform/desk/Pager.tsx';
import { Loaded, Refusal, Screen } from '../../../platform/desk/Screen.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { useQueryParam } from '../../../platform/desk/query-param.ts';
import { useAct, useCall } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { listAlarms, seeAlarm } from '../contract.ts';
import { PaymentLink } from './PaymentLink.tsx';

const toIso = (at: number) => new Date(at * 1000).toISOString();

export function AlarmsScreen() {
  const [all, setAll] = useQueryParam('all');
  const [before, setBefore] = useQueryParam('before');
  const mayWrite = usePermissions().includes('alarms.write');
  const answer = useCall(listAlarms, { all: all === '1' ? '1' : '0', ...(before !== null && { before }) });
  const see = useAct(seeAlarm, [listAlarms]);
  return (
    <Screen
      title={m.alarms_title()}
      note={m.alarms_note()}
      actions={
        <Select<'0' | '1'>
          label={m.payment_state()}
          value={all === '1' ? '1' : '0'}
          options={[
            ['0', m.alarms_open()],
            ['1', m.filter_all()],
          ]}
          onChange={(value) => {
            setAll(value === '1' ? '1' : null, ['before']);
          }}
        />
      }
    >
      <Refusal error={see.error} />
      <Loaded answer={answer}>
        {({ data, next }) => (
          <>
            <Table
              label={m.alarms_title()}
              rows={data}
              getKey={({ id }) => id}
              empty={m.alarms_none()}
              columns={[
                { name: m.payment_when(), show: ({ created_at: at }) => <Moment at={at} /> },
                { name: m.alarms_kind(), show: ({ kind }) => <Code text={kind} /> },
                {
                  name: m.alarms_text(),
                  kind: 'wide',
                  show: ({ text }) => (
                    <bdi dir="ltr" className="desk-words">
                      {text}
                    </bdi>
                  ),
                },
                {
                  name: m.payment_one(),
                  show: ({ payment_id: id }) => <PaymentLink id={id} />,
                },
                {
                  name: m.alarms_seen(),
                  show: ({ id, seen_at: at }) =>
                    at !== null ? (
                      <Moment at={at} />
                    ) : mayWrite ? (
                      <Button
                        look="line"
                        busy={see.isPending && see.variables.id === id}
                        onClick={() => {
                          see.mutate({ id });
                        }}
                      >
                        {m.alarms_see()}
                      </Button>
                    ) : (
                      <Badge tone="open">{m.alarms_open_one()}</Badge>
                    ),
                },
              ]}
            />
            {data.length > 0 && (
              <CsvButton
                name="pardeh-alarms"
                header={[m.payment_when(), m.alarms_kind(), m.alarms_text(), m.payment_one(), m.alarms_seen()]}
                getRows={() =>
                  data.map(({ created_at: at, kind, text, payment_id: id, seen_at: seen }) => [
                    ...[toIso(at), kind, text, id ?? '', seen === null ? '' : toIso(seen)],
                  ])
                }
              />
            )}
            <Pager next={next === null ? null : String(next)} isFirst={before === null} go={setBefore} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}
