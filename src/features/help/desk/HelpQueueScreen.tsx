import { Link } from 'wouter';
import { CsvButton } from '../../../platform/desk/CsvButton.tsx';
import { Mobile, Moment } from '../../../platform/desk/Parts.tsx';
import { Pager } from '../../../platform/desk/Pager.tsx';
import { Loaded, Screen } from '../../../platform/desk/Screen.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { useQueryParam } from '../../../platform/desk/query-param.ts';
import { useCall } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatPlain } from '../../../platform/text/format.ts';
import { listHelpQueue } from '../desk-contract.ts';
import { HELP_STATES, type HelpState } from '../help.ts';
import { describeHelp, nameKind } from './words.ts';

export function HelpQueueScreen() {
  const [filter, setFilter] = useQueryParam('state');
  const [after, setAfter] = useQueryParam('after');
  const state = HELP_STATES.find((option) => option === filter) ?? 'open';
  const answer = useCall(listHelpQueue, { state, ...(after !== null && { after }) });
  return (
    <Screen
      title={m.help_title()}
      note={state === 'open' ? m.help_note() : undefined}
      actions={
        <Select<HelpState>
          label={m.payment_state()}
          value={state}
          options={HELP_STATES.map((key) => [key, describeHelp(key).text] as const)}
          onChange={(value) => {
            setFilter(value, ['after']);
          }}
        />
      }
    >
      <Loaded answer={answer}>
        {({ data, next }) => (
          <>
            <Table
              label={m.help_title()}
              rows={data}
              getKey={({ number }) => number}
              empty={m.help_none()}
              columns={[
                {
                  name: m.payment_number(),
                  show: ({ number }) => (
                    <Link className="desk-link" href={`/help/${String(number)}`}>
                      {formatPlain(number)}
                    </Link>
                  ),
                },
                { name: m.help_kind(), show: ({ kind }) => nameKind(kind) },
                {
                  name: m.help_newest(),
                  kind: 'wide',
                  show: ({ text }) => (
                    <bdi className="desk-words" dir="auto">
                      {text}
                    </bdi>
                  ),
                },
                { name: m.help_who(), show: ({ mobile }) => <Mobile number={mobile} /> },
                {
                  name: m.payment_when(),
                  show: ({ waits_since: since, changed_at: at }) => <Moment at={state === 'open' ? since : at} />,
                },
              ]}
            />
            {data.length > 0 && (
              <CsvButton
                name="pardeh-messages"
                header={[m.payment_number(), m.help_kind(), m.help_newest(), m.help_who(), m.payment_when()]}
                getRows={() =>
                  data.map(({ number, kind, text, mobile, waits_since: since, changed_at: at }) => [
                    ...[number, nameKind(kind), text, mobile],
                    new Date((state === 'open' ? since : at) * 1000).toISOString(),
                  ])
                }
              />
            )}
            <Pager next={next} isFirst={after === null} go={setAfter} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}
