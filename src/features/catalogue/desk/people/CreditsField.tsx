import { Link } from 'wouter';
import { Panel, Refusal } from '../../../../platform/desk/Screen.tsx';
import { Select } from '../../../../platform/desk/Select.tsx';
import { usePermissions } from '../../../../platform/desk/permissions.ts';
import { CREDIT_JOBS } from '../../../../platform/kinds.ts';
import { m } from '../../../../platform/text/desk/messages.js';
import { Button } from '../../../../platform/ui/Button.tsx';
import type { DeskTitle } from '../../contract.ts';
import { formatCredits, parseCredits, type CreditEntry } from '../../credits.ts';
import type { CreditedPerson } from '../../people-contract.ts';
import { findName, nameJob } from '../field-texts.ts';
import { OrderedTable } from '../../../../platform/desk/OrderedTable.tsx';
import { CreatePerson } from './CreatePerson.tsx';
import { FindPerson } from './FindPerson.tsx';
import { namePerson } from './PersonNames.tsx';

interface Props {
  people: DeskTitle['people'];
  text: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

const toKey = ([job, person]: CreditEntry) => `${job}-${String(person)}`;

export function CreditsField({ people, text, error, onChange }: Props) {
  const mayWrite = usePermissions().includes('titles.write');
  const entries = parseCredits(text) ?? [];
  const set = (list: readonly CreditEntry[]) => {
    onChange(formatCredits(list));
  };
  const edit = (at: number, entry: CreditEntry) => {
    set(entries.map((other, place) => (place === at ? entry : other)));
  };
  const listJobs = ([job, person]: CreditEntry) => {
    const others = entries.filter((entry) => entry[1] === person && entry[0] !== job).map((entry) => entry[0]);
    return CREDIT_JOBS.filter((one) => !others.includes(one));
  };
  const getName = ([, person]: CreditEntry) => findName(person, people);
  const add = ({ id }: CreditedPerson) => {
    const jobs = entries.filter(([, person]) => person === id).map(([job]) => job);
    const job = CREDIT_JOBS.find((one) => !jobs.includes(one));
    if (job !== undefined) set([...entries, [job, id, null, null]]);
  };
  return (
    <Panel title={m.title_field_credits()}>
      <div className="desk-form">
        {entries.length === 0 ? (
          <p className="desk-note">{m.credits_none()}</p>
        ) : (
          <OrderedTable
            label={m.title_field_credits()}
            rows={entries}
            getKey={toKey}
            getName={getName}
            onOrder={set}
            columns={[
              {
                name: m.credits_job(),
                show: (entry, at) => (
                  <Select
                    label={m.credits_job_of({ name: getName(entry) })}
                    isLabelHidden
                    value={entry[0]}
                    options={listJobs(entry).map((job) => [job, nameJob(job)] as const)}
                    onChange={(job) => {
                      edit(at, [job, entry[1], entry[2], entry[3]]);
                    }}
                  />
                ),
              },
              { name: m.titles_name(), show: (entry) => <bdi>{getName(entry)}</bdi> },
              {
                name: m.credits_role_fa(),
                show: (entry, at) => (
                  <RoleInput
                    label={m.credits_role_of({ name: getName(entry), language: m.title_fa() })}
                    language="fa"
                    value={entry[2]}
                    onChange={(role) => {
                      edit(at, [entry[0], entry[1], role, entry[3]]);
                    }}
                  />
                ),
              },
              {
                name: m.credits_role_en(),
                show: (entry, at) => (
                  <RoleInput
                    label={m.credits_role_of({ name: getName(entry), language: m.title_en() })}
                    language="en"
                    value={entry[3]}
                    onChange={(role) => {
                      edit(at, [entry[0], entry[1], entry[2], role]);
                    }}
                  />
                ),
              },
              {
                name: m.credits_remove(),
                show: (entry, at) => (
                  <Button
                    look="link"
                    aria-label={m.credits_remove_of({ name: getName(entry) })}
                    onClick={() => {
                      set(entries.filter((_, place) => place !== at));
                    }}
                  >
                    {m.credits_remove()}
                  </Button>
                ),
              },
            ]}
          />
        )}
        <Refusal error={error === undefined ? null : new Error(error)} />
        {mayWrite && (
          <>
            <FindPerson label={(person) => m.credits_take_of({ name: namePerson(person) })} choose={add} />
            <CreatePerson onMade={add} />
          </>
        )}
        <Link className="desk-link" href="/cast">
          {m.cast_open()}
        </Link>
      </div>
    </Panel>
  );
}

interface RoleProps {
  label: string;
  language: 'fa' | 'en';
  value: string | null;
  onChange: (role: string | null) => void;
}

function RoleInput({ label, language, value, onChange }: RoleProps) {
  return (
    <input
      className="desk-cell"
      aria-label={label}
      dir={language === 'fa' ? 'rtl' : 'ltr'}
      lang={language}
      maxLength={200}
      value={value ?? ''}
      onChange={({ target }) => {
        onChange(target.value === '' ? null : target.value);
      }}
    />
  );
}
