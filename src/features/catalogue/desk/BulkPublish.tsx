import { useState } from 'react';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber, formatPlain } from '../../../platform/text/format.ts';
import { readMoment } from '../../../platform/text/moment.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { getDeskTitle, listDeskTitles, publishTitles, type ListedTitle } from '../contract.ts';
import { isNote, NO_PLAN, PlanFields, type PlanDraft } from './PublishDialog.tsx';
import { describeRefusal } from './bulk-words.ts';
import { describeState, nameTitle } from './words.ts';

type Act = 'publish' | 'plan' | 'hide';

const DO: Record<Act, (values: { number: string }) => string> = {
  publish: m.bulk_publish_do,
  plan: m.bulk_plan_do,
  hide: m.bulk_hide_do,
};

interface Props {
  rows: readonly ListedTitle[];
  /** Of the rows that are chosen. */
  ids: readonly number[];
  clear: () => void;
}

/** One act on all rows that are chosen, with a result for each. */
export function BulkPublish({ rows, ids, clear }: Props) {
  const [pressed, setPressed] = useState<readonly ListedTitle[]>([]);
  const [kind, setKind] = useState<Act>('publish');
  const [draft, setDraft] = useState(NO_PLAN);
  const act = useAct(publishTitles, [listDeskTitles, getDeskTitle], [listDeskTitles, getDeskTitle]);
  const change = (part: Partial<PlanDraft>) => {
    setDraft({ ...draft, ...part });
  };
  const startsAt = readMoment(draft.starts);
  const isReady =
    kind === 'hide' ? isReason(draft.reason) : isNote(draft.reason) && (kind === 'publish' || startsAt !== null);
  const plan = kind === 'plan' && startsAt !== null ? { starts_at: startsAt, needs_file: draft.needsFile } : {};
  return (
    <>
      {ids.length > 0 && (
        <form
          className="desk-bulk"
          aria-label={m.bulk_title()}
          onSubmit={(event) => {
            event.preventDefault();
            // The act may take them from the list.
            setPressed(rows);
            act.mutate(
              { act: kind === 'hide' ? 'hide' : 'publish', ids: [...ids], ...plan, reason: draft.reason.trim() },
              {
                onSuccess: () => {
                  clear();
                  setDraft(NO_PLAN);
                },
              },
            );
          }}
        >
          <Select<Act>
            label={m.bulk_act()}
            value={kind}
            options={[
              ['publish', m.publish_now()],
              ['plan', m.publish_plan()],
              ['hide', m.title_hide()],
            ]}
            onChange={setKind}
          />
          {kind === 'plan' && <PlanFields draft={draft} change={change} />}
          <ReasonField
            hint={m.bulk_chosen({ number: formatNumber(ids.length) })}
            value={draft.reason}
            onChange={(reason) => {
              change({ reason });
            }}
          />
          <Button type="submit" disabled={!isReady} busy={act.isPending}>
            {DO[kind]({ number: formatNumber(ids.length) })}
          </Button>
        </form>
      )}
      <Refusal error={act.error} />
      {act.data && <Results rows={pressed} results={act.data.data} />}
    </>
  );
}

interface Result {
  id: number;
  state: ListedTitle['state'] | null;
  error: string | null;
}

function Results({ rows, results }: { rows: readonly ListedTitle[]; results: readonly Result[] }) {
  const name = (id: number) => {
    const row = rows.find((one) => one.id === id);
    return row === undefined ? formatPlain(id) : nameTitle(row);
  };
  return (
    <div role="status" className="desk-results" aria-label={m.bulk_results()}>
      <ul>
        {results.map(({ id, state, error }) => (
          <li key={id}>
            <bdi>{name(id)}</bdi>: {state === null ? describeRefusal(error) : describeState(state).text}
          </li>
        ))}
      </ul>
    </div>
  );
}
