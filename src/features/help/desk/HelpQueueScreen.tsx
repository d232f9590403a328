import { Link } from 'wouter';
import { CsvButton } from '../../../platform/desk/CsvButton.tsx';
import { Mobile, Moment } from '../../../platform/desk/Parts.tsx';
import { Pager } from '../../../platform/desk/Pager.tsx';
import { Loaded, Refusal, Screen } from '../../../platform/desk/Screen.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { useQueryParam } from '../../../platform/desk/query-param.ts';
import { useAct, useCall } from '../../../platform/desk/use-call.ts';
import { useChoice } from '../../../platform/desk/use-choice.tsx';
import type { Output } from '../../../platform/http/calls/call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber, formatPlain } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { closeHelpThreads, listHelpQueue, type CLOSE_RESULTS } from '../desk-contract.ts';
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
            <Threads key={`${state} ${after ?? ''}`} state={state} rows={data} />
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

type Thread = Output<typeof listHelpQueue>['data'][number];

const RESULTS: Record<(typeof CLOSE_RESULTS)[number], () => string> = {
  closed: m.help_result_closed,
  changed: m.help_result_changed,
  unknown: m.help_result_unknown,
};

/** Chosen threads are closed by one call, as they were read. */
function Threads({ state, rows }: { state: HelpState; rows: readonly Thread[] }) {
  const mayClose = usePermissions().includes('help.answer') && state !== 'closed';
  const close = useAct(closeHelpThreads, [listHelpQueue], [listHelpQueue]);
  const choice = useChoice(rows, {
    getId: ({ number }) => number,
    getLabel: ({ number }) => m.help_choose({ number: formatPlain(number) }),
    mayChoose: () => mayClose,
  });
  return (
    <>
      {choice.allButton !== null && (
        <div className="desk-bulk desk-buttons">
          <Button
            disabled={choice.ids.length === 0}
            busy={close.isPending}
            onClick={() => {
              const threads = rows
                .filter(({ number }) => choice.ids.includes(number))
                .map(({ number, rev }) => ({ number, rev }));
              close.mutate({ threads }, { onSuccess: choice.clear });
            }}
          >
            {m.help_close_many({ number: formatNumber(choice.ids.length) })}
          </Button>
          {choice.allButton}
        </div>
      )}
      <Refusal error={close.error} />
      {close.data && (
        <div role="status" className="desk-results" aria-label={m.help_results()}>
          <ul>
            {close.data.data.map(({ number, result }) => (
              <li key={number}>
                <bdi>{formatPlain(number)}</bdi> {RESULTS[result]()}
              </li>
            ))}
          </ul>
        </div>
      )}
      <Table
        label={m.help_title()}
        rows={rows}
        getKey={({ number }) => number}
        empty={m.help_none()}
        columns={[
          ...choice.columns,
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
    </>
  );
}
