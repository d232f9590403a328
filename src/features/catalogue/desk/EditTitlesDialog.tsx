import { CallError } from '../../../platform/desk/call-desk.ts';
import { Select } from '../../../platform/desk/Select.tsx';
import { Steps } from '../../../platform/desk/Steps.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useSteps } from '../../../platform/desk/use-steps.ts';
import type { Input } from '../../../platform/http/calls/call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import {
  editTitles,
  isListEdit,
  LIST_EDITS,
  type EditAnswer,
  type EditedField,
  type TitleEdit,
} from '../bulk-contract.ts';
import { getDeskTitle, listDeskTitles, type ListedTitle } from '../contract.ts';
import { EditResults } from './EditResults.tsx';
import { nameField } from './field-texts.ts';
import { RelatedChoice } from './RelatedChoice.tsx';
import { TitleFieldInput } from './TitleFieldInput.tsx';
import { useGenres } from './use-genres.ts';

interface Props {
  titles: readonly ListedTitle[];
  onDone: (answer: EditAnswer) => void;
  onClose: () => void;
}

/** One change of the titles that are chosen: the change, then the result of each, then one act on those that would change. */
export function EditTitlesDialog({ titles, onDone, onClose }: Props) {
  const rehearse = useAct(editTitles);
  const edit = useAct(editTitles, [listDeskTitles, getDeskTitle], [listDeskTitles, getDeskTitle]);
  const results = rehearse.data?.data.results ?? [];
  const steps = useSteps({
    form: 'edit-titles',
    empty: { act: 'add genres', value: '', reasons: '' },
    read: (draft): Input<typeof editTitles> | null => {
      const edits = readEdits(draft);
      return edits === null ? null : { titles: titles.map(({ id }) => ({ id })), edits };
    },
    rehearse,
    rehearsal: { rehearse: true },
    make: {
      ...edit,
      mutate: (input, options) => {
        edit.mutate({ ...input, titles: results.map(({ id, rev }) => ({ id, rev })) }, options);
      },
    },
    onDone: ({ data }) => {
      onDone(data);
    },
  });
  const changed = results.filter(hasChanges).length;
  const faults = steps.error instanceof CallError ? steps.error.error.errors : {};
  return (
    <Steps
      title={m.edit_titles_title({ number: formatNumber(titles.length) })}
      {...{ steps, onClose }}
      label={m.edit_titles_do({ number: formatNumber(changed) })}
      hasEffect={(preview) => preview.results.some(hasChanges)}
      facts={(preview) => <EditResults titles={titles} answer={preview} />}
    >
      <EditFields draft={steps.draft} faults={faults} change={steps.change} />
    </Steps>
  );
}

const hasChanges = ({ changes }: EditAnswer['results'][number]) => changes.length > 0;

interface Draft extends Record<string, string> {
  act: string;
  value: string;
  /** Of an age. */
  reasons: string;
}

/** A change of each of these is an act of its own; an age is set with its reasons. */
const ACTS: readonly Pick<TitleEdit, 'act' | 'field'>[] = [
  ...LIST_EDITS.flatMap((field) => (['add', 'remove'] as const).map((act) => ({ act, field }))),
  ...(['age', 'access', 'release_date', 'available_until', 'available_countries', 'available_networks'] as const).map(
    (field) => ({ act: 'set' as const, field }),
  ),
];
const getKey = ({ act, field }: (typeof ACTS)[number]) => `${act} ${field}`;
const findAct = (key: string) => ACTS.find((one) => getKey(one) === key) ?? { act: 'add', field: 'genres' };
const NAMES = { add: m.edit_titles_add, remove: m.edit_titles_remove, set: m.edit_titles_set };
/** Chosen from a list whose first entry is shown. */
const FIRST: Partial<Record<EditedField, string>> = { age: '0', access: 'free' };

/** Null until entries are named; an empty day is set, too. */
function readEdits({ act: key, value, reasons }: Draft): TitleEdit[] | null {
  const { act, field } = findAct(key);
  const text = value.trim();
  if (isListEdit(field) && text === '') return null;
  const edit = { act, field, value: text };
  return field === 'age' ? [edit, { act, field: 'age_reasons', value: reasons }] : [edit];
}

interface FieldProps {
  draft: Draft;
  faults: Partial<Record<string, readonly string[]>>;
  change: (part: Partial<Draft>) => void;
}

function EditFields({ draft, faults, change }: FieldProps) {
  const genres = useGenres();
  const { act, field } = findAct(draft.act);
  const input = (name: EditedField, key: 'value' | 'reasons') => (
    <TitleFieldInput
      field={name}
      title={{ genres }}
      text={draft[key]}
      error={faults[name]?.[0]}
      onChange={(text) => {
        change({ [key]: text });
      }}
    />
  );
  return (
    <>
      <Select<string>
        label={m.edit_titles_act()}
        value={getKey({ act, field })}
        options={ACTS.map((one) => [getKey(one), NAMES[one.act]({ field: nameField(one.field) })] as const)}
        onChange={(key) => {
          change({ act: key, value: FIRST[findAct(key).field] ?? '', reasons: '' });
        }}
      />
      {field === 'related' ? (
        <RelatedChoice
          text={draft.value}
          onChange={(value) => {
            change({ value });
          }}
        />
      ) : (
        input(field, 'value')
      )}
      {field === 'age' && input('age_reasons', 'reasons')}
      <p className="desk-note">{isListEdit(field) ? m.edit_titles_list_note() : m.edit_titles_set_note()}</p>
    </>
  );
}
