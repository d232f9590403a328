import { useState } from 'react';
import { Empty, Loaded } from '../../../platform/desk/Screen.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { useCall } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { SearchBox } from '../../catalogue/desk/SearchBox.tsx';
import type { PROPOSED_KINDS } from '../cases.ts';
import { findCaseSubjects } from '../desk-contract.ts';
import { nameSubject, nameSubjectKind } from './words.ts';

interface Props {
  kind: (typeof PROPOSED_KINDS)[number];
  /** The number of what is chosen; empty for none. */
  value: string;
  onChange: (value: string) => void;
}

export function SubjectField({ kind, ...field }: Props) {
  return kind === 'title' ? <FilmField {...field} /> : <ListField kind={kind} {...field} />;
}

function ListField({ kind, value, onChange }: Props) {
  const answer = useCall(findCaseSubjects, { kind });
  return (
    <Loaded answer={answer}>
      {({ data }) => (
        <Select
          label={nameSubjectKind(kind)}
          value={value}
          options={[
            ['', kind === 'subscription' ? m.compensation_plan_all() : m.compensation_choose()] as const,
            ...data.map((subject) => [String(subject.id), nameSubject(subject)] as const),
          ]}
          onChange={onChange}
        />
      )}
    </Loaded>
  );
}

function FilmField({ value, onChange }: Omit<Props, 'kind'>) {
  const [query, setQuery] = useState('');
  const answer = useCall(findCaseSubjects, { kind: 'title', query }, { enabled: query !== '' });
  return (
    <div className="desk-form">
      <SearchBox label={m.compensation_find()} search={setQuery} />
      {value !== '' && (
        <p role="status">
          {m.compensation_chosen()} <SubjectName kind="title" id={Number(value)} />
        </p>
      )}
      {query !== '' && (
        <Loaded answer={answer}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty>{m.titles_none()}</Empty>
            ) : (
              <Table
                label={m.front_matches()}
                rows={data.slice(0, MAX_MATCHES)}
                getKey={({ id }) => id}
                empty={m.titles_none()}
                columns={[
                  { name: m.titles_name(), kind: 'wide', show: (film) => <bdi>{nameSubject(film)}</bdi> },
                  {
                    name: m.front_choose(),
                    show: (film) => (
                      <Button
                        look="link"
                        aria-label={m.front_choose_of({ name: nameSubject(film) })}
                        onClick={() => {
                          onChange(String(film.id));
                          setQuery('');
                        }}
                      >
                        {m.front_choose()}
                      </Button>
                    ),
                  },
                ]}
              />
            )
          }
        </Loaded>
      )}
    </div>
  );
}

const MAX_MATCHES = 8;

export function SubjectName({ kind, id }: { kind: Props['kind']; id: number }) {
  const answer = useCall(findCaseSubjects, { kind, id });
  const [subject] = answer.data?.data ?? [];
  return <bdi>{subject === undefined ? '' : nameSubject(subject)}</bdi>;
}
