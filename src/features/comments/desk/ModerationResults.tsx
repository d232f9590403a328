import type { Output } from '../../../platform/http/calls/call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatPlain } from '../../../platform/text/format.ts';
import type { moderateComments } from '../moderation-contract.ts';

interface Props {
  state: 'shown' | 'removed';
  results: Output<typeof moderateComments>['data'];
  /** Of the rows as they were when they were chosen, by the number of the comment. */
  writers: ReadonlyMap<number, string>;
}

/** The result of each comment of a decision about many. */
export function ModerationResults({ state, results: { done, unknown }, writers }: Props) {
  const name = state === 'shown' ? m.moderation_result_shown() : m.moderation_result_removed();
  const rows = [
    ...done.map((id) => [id, name] as const),
    ...unknown.map((id) => [id, m.moderation_result_unknown()] as const),
  ];
  return (
    <div role="status" className="desk-results" aria-label={m.moderation_results()}>
      <ul>
        {rows.map(([id, result]) => (
          <li key={id}>
            <bdi>{formatPlain(id)}</bdi> <bdi>{writers.get(id)}</bdi>: {result}
          </li>
        ))}
      </ul>
    </div>
  );
}
