import { useState } from 'react';
import { Link } from 'wouter';
import { CsvButton } from '../../../platform/desk/CsvButton.tsx';
import { Badge, Moment, type Tone } from '../../../platform/desk/Parts.tsx';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Pager } from '../../../platform/desk/Pager.tsx';
import { Loaded, Refusal, Screen } from '../../../platform/desk/Screen.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { useQueryParam } from '../../../platform/desk/query-param.ts';
import { UndoButton } from '../../../platform/desk/UndoButton.tsx';
import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { useAct, useCall } from '../../../platform/desk/use-call.ts';
import { useChoice } from '../../../platform/desk/use-choice.tsx';
import { useDraft } from '../../../platform/desk/use-draft.ts';
import { nameMember } from '../../../platform/desk/name-member.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import { paths } from '../../../platform/paths.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { formatDigits, formatNumber, formatPlain } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { formatTimecode, REPORT_REASONS, type ReportReason } from '../comments.ts';
import { listModeration, moderateComments, undoModeration } from '../moderation-contract.ts';
import { ModerationResults } from './ModerationResults.tsx';
import { ReaderText } from './ReaderText.tsx';

const QUEUES = ['held', 'reported', 'removed', 'shown', 'all'] as const;
type Queue = (typeof QUEUES)[number];
const NAMES: Record<Queue, () => string> = {
  held: m.queue_held,
  reported: m.queue_reported,
  removed: m.queue_removed,
  shown: m.queue_shown,
  all: m.queue_all,
};

/** One queue, of everybody or of one writer; what is chosen of it is shown or removed by one call, for one reason. */
export function ModerationScreen() {
  const [filter, setFilter] = useQueryParam('queue');
  const [after, setAfter] = useQueryParam('after');
  const [writer, setWriter] = useQueryParam('user');
  const queue = QUEUES.find((option) => option === filter) ?? (writer === null ? 'held' : 'all');
  const answer = useCall(listModeration, {
    queue,
    ...(writer !== null && { user: Number(writer) }),
    ...(after !== null && { after: Number(after) }),
  });
  const options = QUEUES.filter((key) => writer !== null || key !== 'all');
  return (
    <Screen
      title={m.moderation_title()}
      note={
        <>
          {m.moderation_note()}{' '}
          <Link className="desk-link" href="/comments/rules">
            {m.rules_title()}
          </Link>
        </>
      }
      actions={
        <Select<Queue>
          label={m.moderation_queue()}
          value={queue}
          options={options.map((key) => [key, NAMES[key]()] as const)}
          onChange={(value) => {
            setFilter(value, ['after']);
          }}
        />
      }
    >
      <Loaded answer={answer}>
        {({ data, next, writer: counts }) => (
          <>
            {writer !== null && counts !== null && (
              <div className="desk-buttons">
                <p className="desk-note">{describeWriter(writer, counts)}</p>
                <Button
                  look="line"
                  onClick={() => {
                    setWriter(null, ['after', 'queue']);
                  }}
                >
                  {m.moderation_everybody()}
                </Button>
              </div>
            )}
            <Batch key={`${queue} ${writer ?? ''} ${after ?? ''}`} queue={queue} comments={data} />
            {data.length > 0 && (
              <CsvButton
                name="pardeh-comments"
                header={[
                  ...[m.payment_number(), m.payment_when(), m.moderation_writer(), m.person_number()],
                  ...[m.moderation_on(), m.comments_text(), m.moderation_state(), m.rules_title()],
                  ...[m.moderation_reports(), m.moderation_likes()],
                ]}
                getRows={() =>
                  data.map((row) => [
                    ...[row.id, new Date(row.created_at * 1000).toISOString(), row.name, row.user_id, row.title_id],
                    ...[row.text, row.state, row.held_for, row.reports, row.likes],
                  ])
                }
              />
            )}
            <Pager next={next === null ? null : String(next)} isFirst={after === null} go={setAfter} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}

type Comment = Output<typeof listModeration>['data'][number];

function describeWriter(writer: string, counts: { shown: number; held: number; removed: number }): string {
  return m.moderation_of({
    number: formatPlain(Number(writer)),
    shown: formatNumber(counts.shown),
    held: formatNumber(counts.held),
    removed: formatNumber(counts.removed),
  });
}

function Batch({ queue, comments }: { queue: Queue; comments: readonly Comment[] }) {
  const choice = useChoice(comments, {
    getId: ({ id }) => id,
    getLabel: ({ id, name }) => m.moderation_choose_by({ name: name || formatNumber(id) }),
  });
  const { value, isStored, change, clear } = useDraft('moderation', { reason: '' });
  const { reason } = value;
  const act = useAct(moderateComments, [listModeration]);
  const undo = useAct(undoModeration, [listModeration]);
  const decision = act.data?.data.undo ?? null;
  const [writers, setWriters] = useState<ReadonlyMap<number, string>>(new Map());
  const { ids } = choice;
  const isReady = ids.length > 0 && isReason(reason);
  const moderate = (state: 'shown' | 'removed') => {
    undo.reset();
    setWriters(new Map(comments.map((comment) => [comment.id, nameWriter(comment)])));
    act.mutate(
      { ids: [...ids], state, reason },
      {
        onSuccess: () => {
          choice.clear();
          clear();
        },
      },
    );
  };
  return (
    <>
      <DraftNote isStored={isStored && comments.length > 0} clear={clear} />
      {comments.length > 0 && (
        <div className="desk-bulk">
          <ReasonField
            hint={m.moderation_chosen({ number: formatNumber(ids.length) })}
            value={reason}
            onChange={(text) => {
              change({ reason: text });
            }}
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
            {choice.allButton}
          </div>
        </div>
      )}
      <Refusal error={act.error ?? undo.error} />
      {undo.data && (
        <p role="status" className="desk-note">
          {m.moderation_undone({ number: formatNumber(undo.data.data.restored.length) })}
        </p>
      )}
      {act.data && !undo.data && (
        <>
          <p role="status" className="desk-note">
            {m.moderation_done({
              number: formatNumber(act.data.data.done.length),
              unknown: formatNumber(act.data.data.unknown.length),
            })}{' '}
            {decision !== null && (
              <UndoButton
                at={act.submittedAt / 1000}
                busy={undo.isPending}
                undo={() => {
                  undo.mutate({ id: decision });
                }}
              />
            )}
          </p>
          <ModerationResults state={act.variables.state} results={act.data.data} writers={writers} />
        </>
      )}
      <Table
        label={m.moderation_title()}
        rows={comments}
        getKey={({ id }) => id}
        empty={m.moderation_none()}
        columns={[
          ...choice.columns,
          { name: m.payment_when(), show: ({ created_at: at }) => <Moment at={at} /> },
          {
            name: m.moderation_writer(),
            show: (comment) => <Writer comment={comment} />,
          },
          { name: m.moderation_on(), show: (comment) => <Place comment={comment} /> },
          {
            name: m.comments_text(),
            kind: 'wide',
            show: ({ text, at, likes, parent_text: parent }) => (
              <>
                {parent !== null && (
                  <span className="desk-note">
                    {m.moderation_answers()} <ReaderText text={parent} at={at} />
                  </span>
                )}
                <ReaderText text={text} at={at} likes={likes} />
              </>
            ),
          },
          { name: m.moderation_state(), show: (comment) => <State comment={comment} /> },
          { name: m.moderation_reports(), show: describeReports },
        ]}
      />
    </>
  );
}

const nameWriter = ({ name, user_id: user }: Pick<Comment, 'name' | 'user_id'>) => name || formatPlain(user);

/** The name that readers see, with a hidden one marked beside it. */
function Writer({ comment: { name, reader_name: readerName, user_id: user } }: { comment: Comment }) {
  return (
    <>
      <Link className="desk-link" href={`/comments?user=${String(user)}`}>
        <bdi>{readerName || (name === '' ? formatPlain(user) : m.moderation_no_name())}</bdi>
      </Link>
      {name !== '' && readerName === '' && <bdi className="desk-note">{m.moderation_raw_name({ name })}</bdi>}
    </>
  );
}

const STATES: Record<Comment['state'], readonly [Tone, () => string]> = {
  shown: ['good', m.comment_shown],
  held: ['open', m.comment_held],
  removed: ['quiet', m.comment_removed],
};
const RULES: Readonly<Record<string, () => string>> = {
  all: m.held_by_all,
  first: m.held_by_first,
  words: m.held_by_words,
  links: m.held_by_links,
  reports: m.held_by_reports,
};

/** By which rule it waits, or who decided. */
function State({ comment: { state, held_for: rule, reviewed_by: by, removed_by: remover } }: { comment: Comment }) {
  const [tone, name] = STATES[state];
  return (
    <span className="desk-badges">
      <Badge tone={tone}>{name()}</Badge>
      {state === 'held' && <span className="desk-note">{RULES[rule]?.()}</span>}
      {state !== 'held' && by !== '' && <bdi className="desk-note">{nameMember(by)}</bdi>}
      {state === 'removed' && remover === 'author' && <span className="desk-note">{m.moderation_writer()}</span>}
    </span>
  );
}

const REASONS: Record<ReportReason, () => string> = {
  spoiler: m.report_spoiler,
  insult: m.report_insult,
  spam: m.report_spam,
  other: m.report_else,
};

/** The number of reports, of those since the decision, and their reasons. */
function describeReports({ reports, reasons, new_reports: newReports }: Comment): string {
  const parts = REPORT_REASONS.filter((reason) => (reasons[reason] ?? 0) > 0).map(
    (reason) => `${REASONS[reason]()} ${formatNumber(reasons[reason] ?? 0)}`,
  );
  const sinceDecision = newReports > 0 ? [m.moderation_new_reports({ number: formatNumber(newReports) })] : [];
  return [formatNumber(reports), ...sinceDecision, ...parts].join(' | ');
}

/** Where readers find it: the page of its title, and the second that covers it. */
function Place({ comment: { title_id: title, title_fa: fa, title_en: en, at } }: { comment: Comment }) {
  return (
    <>
      <a className="desk-link" href={paths.comments(title)}>
        <bdi>{(getLocale() === 'fa' ? fa : en) ?? formatPlain(title)}</bdi>
      </a>
      {at !== null && <span> {formatDigits(formatTimecode(at))}</span>}
    </>
  );
}
