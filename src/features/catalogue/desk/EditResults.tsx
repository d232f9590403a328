import { nameMember } from '../../../platform/desk/name-member.ts';
import { Table } from '../../../platform/desk/Table.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import type { EditAnswer, EditResult } from '../bulk-contract.ts';
import type { ListedTitle } from '../contract.ts';
import { describeRefusal } from './bulk-words.ts';
import { nameField, showValue } from './field-texts.ts';
import { useGenres } from './use-genres.ts';
import { nameListed } from './words.ts';

interface Props {
  titles: readonly ListedTitle[];
  answer: EditAnswer;
  /** False: the rows say what would happen. */
  isDone?: boolean;
}

/** Counts of titles that change, have the values already, and are refused; then the result of each, refusals first. */
export function EditResults({ titles, answer: { results, related }, isDone = false }: Props) {
  const genres = useGenres();
  const count = (kind: Kind) => formatNumber(results.filter((result) => getKind(result) === kind).length);
  const sums = { changed: count('changed'), same: count('same'), refused: count('refused') };
  const facts = { genres, iranian: false, people: [], related };
  const show = (side: 'before' | 'after') => (result: EditResult) =>
    result.changes.map(({ field, ...sides }) => (
      <div key={field}>
        {result.changes.length > 1 && <span className="desk-note">{nameField(field)}: </span>}
        <bdi>{showValue(field, sides[side], facts) || m.title_empty()}</bdi>
      </div>
    ));
  return (
    <>
      <p>{isDone ? m.edit_titles_done(sums) : m.edit_titles_sums(sums)}</p>
      <Table
        label={m.bulk_results()}
        rows={[...results].sort((a, b) => ORDER.indexOf(getKind(a)) - ORDER.indexOf(getKind(b)))}
        getKey={({ id }) => id}
        empty={m.titles_none()}
        columns={[
          {
            name: m.titles_name(),
            kind: 'wide',
            show: ({ id }) => <bdi>{nameListed(titles, id)}</bdi>,
          },
          { name: m.edit_titles_result(), show: (result) => describeResult(result, isDone) },
          { name: m.title_before(), show: show('before') },
          { name: m.title_after(), show: show('after') },
        ]}
      />
    </>
  );
}

type Kind = 'refused' | 'changed' | 'same';
const ORDER: readonly Kind[] = ['refused', 'changed', 'same'];

function getKind({ error, changes }: EditResult): Kind {
  if (error !== null) return 'refused';
  return changes.length > 0 ? 'changed' : 'same';
}

function describeResult(result: EditResult, isDone: boolean): string {
  const { error, editor } = result;
  if (editor !== null) return m.bulk_held({ name: nameMember(editor) });
  if (error !== null) return describeRefusal(error);
  if (getKind(result) === 'same') return m.edit_titles_same();
  return isDone ? m.edit_titles_changed() : m.edit_titles_will();
}
