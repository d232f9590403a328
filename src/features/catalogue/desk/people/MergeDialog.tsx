import { Facts } from '../../../../platform/desk/Parts.tsx';
import { isReason, ReasonField } from '../../../../platform/desk/ReasonField.tsx';
import { Steps } from '../../../../platform/desk/Steps.tsx';
import { useAct, useCall } from '../../../../platform/desk/use-call.ts';
import { useSteps } from '../../../../platform/desk/use-steps.ts';
import type { Input } from '../../../../platform/http/calls/call.ts';
import { m } from '../../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../../platform/text/format.ts';
import { getDeskTitle } from '../../contract.ts';
import {
  listCreditedPeople,
  listPersonMerges,
  mergePerson,
  type CreditedPerson,
  type MergePreview,
} from '../../people-contract.ts';
import { FindPerson } from './FindPerson.tsx';
import { describeKnown, namePerson, PersonNames } from './PersonNames.tsx';

/** Gives the credits of `old` to the person who stays, after showing how many titles move. */
export function MergeDialog({ old, onClose }: { old: CreditedPerson; onClose: () => void }) {
  const calls = [listPersonMerges, listCreditedPeople, getDeskTitle];
  const rehearse = useAct(mergePerson);
  const make = useAct(mergePerson, calls, calls);
  // A refusal reads the number of titles again.
  const { titles } = useCall(listCreditedPeople, { ids: String(old.id) }).data?.data[0] ?? old;
  const steps = useSteps({
    form: `merge:${String(old.id)}`,
    empty: { into: '', reason: '' },
    read: ({ into, reason }, key): Input<typeof mergePerson> | null =>
      into !== '' && isReason(reason) ? { id: old.id, into: Number(into), key, reason: reason.trim(), titles } : null,
    rehearse,
    rehearsal: { rehearse: true },
    make,
    onDone: onClose,
  });
  const { into } = steps.draft;
  const chosen = useCall(listCreditedPeople, { ids: into }, { enabled: into !== '', isFresh: true });
  const person = chosen.data?.data[0];
  return (
    <Steps
      title={m.cast_merge_of({ name: namePerson(old) })}
      steps={steps}
      label={m.cast_merge_do()}
      facts={(preview) => <MergeFacts preview={preview} />}
      onClose={onClose}
    >
      <p>{m.cast_merge_note()}</p>
      {person !== undefined && (
        <p role="status">
          {m.cast_stays()}: <bdi>{namePerson(person)}</bdi> <span className="desk-note">{describeKnown(person)}</span>
        </p>
      )}
      <FindPerson
        label={(one) => m.cast_stays_of({ name: namePerson(one) })}
        button={m.cast_stays_button()}
        choose={({ id }) => {
          steps.change({ into: String(id) });
        }}
      />
      <ReasonField
        value={steps.draft.reason}
        onChange={(reason) => {
          steps.change({ reason });
        }}
      />
    </Steps>
  );
}

function MergeFacts({ preview: { old, person, titles, doubles } }: { preview: MergePreview }) {
  return (
    <>
      <Facts
        rows={[
          [m.cast_old(), <Whole key="old" person={old} />],
          [m.cast_stays(), <Whole key="stays" person={person} />],
        ]}
      />
      <p>{m.cast_moves({ count: formatNumber(titles) })}</p>
      {doubles > 0 && <p>{m.cast_doubles({ count: formatNumber(doubles) })}</p>}
      <p className="desk-note">{m.cast_address()}</p>
    </>
  );
}

function Whole({ person }: { person: CreditedPerson }) {
  return (
    <>
      <PersonNames person={person} /> <span className="desk-note">{describeKnown(person)}</span>
    </>
  );
}
