import { useState } from 'react';
import { Code, Moment } from '../../../platform/desk/Parts.tsx';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Pager } from '../../../platform/desk/Pager.tsx';
import { Loaded, Refusal, Screen } from '../../../platform/desk/Screen.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { useQueryParam } from '../../../platform/desk/query-param.ts';
import { useAct, useCall } from '../../../platform/desk/use-call.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { listModeration, moderateComments } from '../moderation-contract.ts';

const QUEUES = ['held', 'reported', 'removed', 'shown'] as const;
type Queue = (typeof QUEUES)[number];
const NAMES: Record<Queue, () => string> = {
  held: m.queue_held,
  reported: m.queue_reported,
  removed: m.queue_removed,
  shown: m.queue_shown,
};

/** One queue; what is chosen of it is shown or removed by one call, for one reason. */
export function ModerationScreen() {
  const [filter, setFilter] = useQueryParam('queue');
  const [after, setAfter] = useQueryParam('after');
  const queue = QUEUES.find((option) => option === filter) ?? 'held';
  const answer = useCall(listModeration, { queue, ...(after !== null && { after: Number(after) }) });
  return (
    <Screen
      title={m.moderation_title()}
      note={m.moderation_note()}
      actions={
        <Select<Queue>
          label={m.moderation_queue()}
          value={queue}
          options={QUEUES.map((key) => [key, NAMES[key]()] as const)}
          onChange={(value) => {
            setFilter(value, ['after']);
          }}
        />
      }
    >
      <Loaded answer={answer}>
        {({ data, next }) => (
          <>
            <Batch key={`${queue} ${after ?? ''}`} queue={queue} comments={data} />
            <Pager next={next === null ? null : String(next)} isFirst={after === null} go={setAfter} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}

type Comment = Output<typeof listModeration>['data'][number];

function Batch({ queue, comments }: { queue: Queue; comments: readonly Comment[] }) {
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [reason, setReason] = useState('');
  const act = useAct(moderateComments, [listModeration]);
  const ids = chosen.filter((id) => comments.some((comment) => comment.id === id));
  const isReady = ids.length > 0 && isReason(reason);
  const moderate = (state: 'shown' | 'removed') => {
    act.mutate(
      { ids, state, reason },
      {
        onSuccess: () => {
          setChosen([]);
        },
      },
    );
  };
  return (
    <>
      {comments.length > 0 && (
        <div className="desk-bulk">
          <ReasonField
            hint={m.moderation_chosen({ number: formatNumber(ids.length) })}
            value={reason}
            onChange={setReason}
          />
          <div className="desk-buttons">
            {queue !== 'removed' && (
              <Button
                disabled={!isReady}
                busy={act.isPending}
                onClick={() => {
                  moderate('removed');
                }}
              >
                {m.moderation_remove()}
              </Button>
            )}
            {queue !== 'shown' && (
              <Button
                look="line"
                disabled={!isReady}
                busy={act.isPending}
                onClick={() => {
                  moderate('shown');
                }}
              >
                {m.moderation_show()}
              </Button>
            )}
          </div>
        </div>
      )}
      <Refusal error={act.error} />
      {act.data && (
        <p role="status" className="desk-note">
          {m.moderation_done({
            number: formatNumber(act.data.data.done.length),
            unknown: formatNumber(act.data.data.unknown.length),
          })}
        </p>
      )}
      <Table
        label={m.moderation_title()}
        rows={comments}
        getKey={({ id }) => id}
        empty={m.moderation_none()}
        columns={[
          {
            name: m.moderation_choose(),
            show: ({ id, name }) => (
              <input
                className="desk-tick"
                type="checkbox"
                aria-label={m.moderation_choose_by({ name: name || formatNumber(id) })}
                checked={ids.includes(id)}
                onChange={({ target: { checked } }) => {
                  setChosen(checked ? [...ids, id] : ids.filter((other) => other !== id));
                }}
              />
            ),
          },
          { name: m.payment_when(), show: ({ created_at: at }) => <Moment at={at} /> },
          { name: m.moderation_writer(), show: ({ name }) => <bdi>{name || m.value_none()}</bdi> },
          {
            name: m.comments_text(),
            kind: 'wide',
            show: ({ text }) => (
              <bdi className="desk-words" dir="auto">
                {text}
              </bdi>
            ),
          },
          { name: m.moderation_rule(), show: ({ held_for: rule }) => <Code text={rule} /> },
          { name: m.moderation_reports(), kind: 'number', show: ({ reports }) => formatNumber(reports) },
        ]}
      />
    </>
  );
}
