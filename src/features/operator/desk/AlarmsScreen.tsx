import { useState } from 'react';
import { Badge, Code, Moment } from '../../../platform/desk/Parts.tsx';
import { toIso } from '../../../platform/desk/csv.ts';
import { CsvButton } from '../../../platform/desk/CsvButton.tsx';
import { Pager } from '../../../platform/desk/Pager.tsx';
import { Loaded, Refusal, Screen } from '../../../platform/desk/Screen.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { useQueryParam } from '../../../platform/desk/query-param.ts';
import { useAct, useCall } from '../../../platform/desk/use-call.ts';
import { useChoice } from '../../../platform/desk/use-choice.tsx';
import { nameMember } from '../../../platform/desk/name-member.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { listAlarms, returnAlarm, takeAlarms } from '../alarms-contract.ts';
import { useSelf } from '../../staff/desk/use-self.ts';
import { AlarmDialog } from './AlarmDialog.tsx';
import { PaymentLink } from './PaymentLink.tsx';

type Alarm = Output<typeof listAlarms>['data'][number];
type TakeResult = Output<typeof takeAlarms>['data'][number];

export function AlarmsScreen() {
  const [all, setAll] = useQueryParam('all');
  const [before, setBefore] = useQueryParam('before');
  const answer = useCall(listAlarms, { all: all === '1' ? '1' : '0', ...(before !== null && { before }) });
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
      <Loaded answer={answer}>
        {({ data, next }) => (
          <>
            <Queue key={`${all ?? ''} ${before ?? ''}`} alarms={data} />
            {data.length > 0 && (
              <CsvButton
                name="pardeh-alarms"
                header={[
                  ...[m.payment_when(), m.alarms_kind(), m.alarms_text(), m.payment_one(), m.alarms_taker()],
                  ...[m.alarms_taken_at(), m.alarms_ended_at(), m.alarms_ended_by(), m.alarms_note_label()],
                ]}
                getRows={() =>
                  data.map((row) => [
                    ...[toIso(row.created_at), row.kind, row.text, row.payment_id ?? '', row.taken_by ?? ''],
                    ...[toIso(row.taken_at), toIso(row.seen_at), row.seen_by ?? '', row.note ?? ''],
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

/** Chosen alarms are taken by one call; each is given back or ended in its row. */
function Queue({ alarms }: { alarms: readonly Alarm[] }) {
  const [ending, setEnding] = useState<Alarm | null>(null);
  const mayWrite = usePermissions().includes('alarms.write');
  const take = useAct(takeAlarms, [listAlarms]);
  const giveBack = useAct(returnAlarm, [listAlarms], [listAlarms]);
  const choice = useChoice(alarms, {
    getId: ({ id }) => id,
    getLabel: ({ text }) => m.alarms_choose({ text }),
    mayChoose: ({ seen_at: end, taken_by: taker }) => mayWrite && end === null && taker === null,
  });
  const [texts, setTexts] = useState<ReadonlyMap<number, string>>(new Map());
  const member = useSelf().answer?.self?.name;
  return (
    <>
      {choice.allButton !== null && (
        <div className="desk-bulk desk-buttons">
          <Button
            disabled={choice.ids.length === 0}
            busy={take.isPending}
            onClick={() => {
              setTexts(new Map(alarms.map(({ id, text }) => [id, text])));
              take.mutate({ ids: [...choice.ids] }, { onSuccess: choice.clear });
            }}
          >
            {m.alarms_take({ number: formatNumber(choice.ids.length) })}
          </Button>
          {choice.allButton}
        </div>
      )}
      <Refusal error={take.error ?? giveBack.error} />
      {take.data && <TakeResults rows={take.data.data} texts={texts} />}
      <Table
        label={m.alarms_title()}
        rows={alarms}
        getKey={({ id }) => id}
        empty={m.alarms_none()}
        columns={[
          ...choice.columns,
          { name: m.payment_when(), show: ({ created_at: at }) => <Moment at={at} /> },
          { name: m.alarms_kind(), show: ({ kind }) => <Code text={kind} /> },
          {
            name: m.alarms_text(),
            kind: 'wide',
            show: ({ text, note }) => (
              <>
                <bdi dir="ltr" className="desk-words">
                  {text}
                </bdi>
                {note !== null && note !== '' && (
                  <span className="desk-note">
                    {m.alarms_note_label()}: <bdi>{note}</bdi>
                  </span>
                )}
              </>
            ),
          },
          { name: m.payment_one(), show: ({ payment_id: id }) => <PaymentLink id={id} /> },
          {
            name: m.alarms_taker(),
            show: ({ taken_by: taker, taken_at: at }) =>
              taker === null ? (
                <Badge tone="open">{m.alarms_free()}</Badge>
              ) : (
                <>
                  <bdi>{nameMember(taker)}</bdi> <Moment at={at} />
                </>
              ),
          },
          {
            name: m.alarms_end_column(),
            show: (alarm) =>
              alarm.seen_at !== null ? (
                <>
                  <Moment at={alarm.seen_at} /> {alarm.seen_by !== null && <bdi>{nameMember(alarm.seen_by)}</bdi>}
                </>
              ) : (
                mayWrite && (
                  <div className="desk-buttons">
                    {(alarm.taken_by === null || nameMember(alarm.taken_by) === member) && (
                      <Button
                        look="line"
                        onClick={() => {
                          setEnding(alarm);
                        }}
                      >
                        {m.alarms_end()}
                      </Button>
                    )}
                    {alarm.taken_by !== null && (
                      <Button
                        look="line"
                        busy={giveBack.isPending && giveBack.variables.id === alarm.id}
                        onClick={() => {
                          giveBack.mutate({ id: alarm.id });
                        }}
                      >
                        {m.alarms_return()}
                      </Button>
                    )}
                  </div>
                )
              ),
          },
        ]}
      />
      {ending && (
        <AlarmDialog
          alarm={ending}
          onClose={() => {
            setEnding(null);
          }}
        />
      )}
    </>
  );
}

const RESULTS: Record<TakeResult['result'], () => string> = {
  taken: m.alarms_result_taken,
  held: m.alarms_result_held,
  over: m.alarms_result_over,
  unknown: m.alarms_result_over,
};

interface ResultsProps {
  rows: readonly TakeResult[];
  texts: ReadonlyMap<number, string>;
}

function TakeResults({ rows, texts }: ResultsProps) {
  return (
    <div role="status" className="desk-results" aria-label={m.alarms_results()}>
      <ul>
        {rows.map(({ id, result, taken_by: taker }) => (
          <li key={id}>
            <bdi dir="ltr">{texts.get(id) ?? `alarm:${String(id)}`}</bdi>: {RESULTS[result]()}{' '}
            {result === 'held' && <bdi>{nameMember(taker ?? '')}</bdi>}
          </li>
        ))}
      </ul>
    </div>
  );
}
