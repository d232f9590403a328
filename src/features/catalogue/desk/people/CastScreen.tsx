import { useState } from 'react';
import { CsvButton } from '../../../../platform/desk/CsvButton.tsx';
import { toIso } from '../../../../platform/desk/csv.ts';
import { nameMember } from '../../../../platform/desk/name-member.ts';
import { Moment } from '../../../../platform/desk/Parts.tsx';
import { Pager } from '../../../../platform/desk/Pager.tsx';
import { usePermissions } from '../../../../platform/desk/permissions.ts';
import { useQueryParam } from '../../../../platform/desk/query-param.ts';
import { Loaded, Panel, Refusal, Screen } from '../../../../platform/desk/Screen.tsx';
import { Table } from '../../../../platform/desk/Table.tsx';
import { useAct, useCall } from '../../../../platform/desk/use-call.ts';
import { m } from '../../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../../platform/text/format.ts';
import { Button } from '../../../../platform/ui/Button.tsx';
import { getDeskTitle } from '../../contract.ts';
import {
  listCreditedPeople,
  listPersonMerges,
  undoPersonMerge,
  type CreditedPerson,
  type PersonMerge,
} from '../../people-contract.ts';
import { CreatePerson } from './CreatePerson.tsx';
import { FindPerson } from './FindPerson.tsx';
import { MergeDialog } from './MergeDialog.tsx';
import { namePerson, PersonNames } from './PersonNames.tsx';
import { PortraitDialog } from './PortraitDialog.tsx';

export function CastScreen() {
  const mayWrite = usePermissions().includes('titles.write');
  const [old, setOld] = useState<CreditedPerson | null>(null);
  const [portrayed, setPortrayed] = useState<CreditedPerson | null>(null);
  const [made, setMade] = useState<CreditedPerson | null>(null);
  return (
    <Screen title={m.cast_title()} note={m.cast_note()}>
      <div className="desk-stack">
        <FindPerson
          label={(person) => m.cast_merge_of({ name: namePerson(person) })}
          button={m.cast_merge()}
          file="pardeh-cast"
          {...(mayWrite && { choose: setOld })}
          act={(person) => (
            <Button
              look="line"
              aria-label={m.portrait_of({ name: namePerson(person) })}
              onClick={() => {
                setPortrayed(person);
              }}
            >
              {m.portrait()}
            </Button>
          )}
        />
        {mayWrite && <CreatePerson onMade={setMade} />}
        {made !== null && (
          <p className="desk-note" role="status">
            {m.cast_made({ name: namePerson(made) })}
          </p>
        )}
        <Merges mayWrite={mayWrite} />
      </div>
      {portrayed !== null && (
        <PortraitDialog
          person={portrayed}
          onClose={() => {
            setPortrayed(null);
          }}
        />
      )}
      {old !== null && (
        <MergeDialog
          key={old.id}
          old={old}
          onClose={() => {
            setOld(null);
          }}
        />
      )}
    </Screen>
  );
}

function Merges({ mayWrite }: { mayWrite: boolean }) {
  const [before, setBefore] = useQueryParam('before');
  const answer = useCall(listPersonMerges, before === null ? {} : { before });
  const calls = [listPersonMerges, listCreditedPeople, getDeskTitle];
  const undo = useAct(undoPersonMerge, calls, calls);
  return (
    <Panel title={m.cast_merges()}>
      <Refusal error={undo.error} />
      <Loaded answer={answer}>
        {({ data, next }) => (
          <>
            <Table
              label={m.cast_merges()}
              rows={data}
              getKey={({ id }) => id}
              empty={m.cast_merges_none()}
              columns={[
                { name: m.payment_when(), show: ({ created_at: at }) => <Moment at={at} /> },
                { name: m.cast_old(), show: (merge) => <PersonNames person={merge.old} /> },
                { name: m.cast_stays(), show: (merge) => <PersonNames person={merge.person} /> },
                { name: m.credits_known(), kind: 'number', show: ({ titles }) => formatNumber(titles) },
                { name: m.audit_who(), kind: 'wide', show: (merge) => <Maker merge={merge} /> },
                {
                  name: m.title_undo(),
                  show: ({ id, old, undone_at: undoneAt }) =>
                    undoneAt === null
                      ? mayWrite && (
                          <Button
                            look="line"
                            aria-label={m.cast_undo_of({ name: namePerson(old) })}
                            busy={undo.isPending}
                            onClick={() => {
                              undo.mutate({ id });
                            }}
                          >
                            {m.title_undo()}
                          </Button>
                        )
                      : m.cast_undone(),
                },
              ]}
            />
            {data.length > 0 && (
              <CsvButton
                name="pardeh-merges"
                header={describeMergeColumns()}
                getRows={() => data.map(listMergeCells)}
              />
            )}
            <Pager next={next === null ? null : String(next)} isFirst={before === null} go={setBefore} />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function Maker({ merge: { operator, reason } }: { merge: PersonMerge }) {
  return (
    <>
      <bdi>{nameMember(operator)}</bdi>{' '}
      <bdi className="desk-words desk-note" dir="auto">
        {reason}
      </bdi>
    </>
  );
}

const describeMergeColumns = () => [
  ...[m.payment_number(), m.payment_when(), `${m.cast_old()} (fa)`, `${m.cast_old()} (en)`],
  ...[`${m.cast_stays()} (fa)`, `${m.cast_stays()} (en)`, m.credits_known(), m.audit_who(), m.reason_label()],
  m.cast_undone(),
];

const listMergeCells = ({ old, person, ...merge }: PersonMerge) => [
  ...[merge.id, toIso(merge.created_at), old.name_fa, old.name_en, person.name_fa, person.name_en],
  ...[merge.titles, nameMember(merge.operator), merge.reason, toIso(merge.undone_at)],
];
