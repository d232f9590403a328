import { useState, type ReactNode } from 'react';
import { CsvButton } from '../../../../platform/desk/CsvButton.tsx';
import { Loaded } from '../../../../platform/desk/Screen.tsx';
import { Table } from '../../../../platform/desk/Table.tsx';
import { useCall } from '../../../../platform/desk/use-call.ts';
import { m } from '../../../../platform/text/desk/messages.js';
import { Button } from '../../../../platform/ui/Button.tsx';
import { listCreditedPeople, type CreditedPerson } from '../../people-contract.ts';
import { SearchBox } from '../SearchBox.tsx';
import { describeKnown, PersonNames } from './PersonNames.tsx';

interface Props {
  label: (person: CreditedPerson) => string;
  button?: string;
  /** Without it the matches are shown alone. */
  choose?: (person: CreditedPerson) => void;
  /** Another act on a match. */
  act?: (person: CreditedPerson) => ReactNode;
  /** The name of a file of the matches, without its ending. */
  file?: string;
}

export function FindPerson({ label, button = m.credits_take(), choose, act, file }: Props) {
  const [query, setQuery] = useState('');
  const answer = useCall(listCreditedPeople, { query }, { enabled: query !== '', isFresh: true });
  return (
    <>
      <SearchBox label={m.credits_find()} search={setQuery} />
      {query !== '' && (
        <Loaded answer={answer}>
          {({ data }) => (
            <>
              <Table
                label={m.credits_matches()}
                rows={data}
                getKey={({ id }) => id}
                empty={m.credits_no_match()}
                columns={[
                  { name: m.titles_name(), show: (person) => <PersonNames person={person} /> },
                  { name: m.credits_known(), kind: 'wide', show: describeKnown },
                  ...(choose === undefined
                    ? []
                    : [
                        {
                          name: m.title_choose(),
                          show: (person: CreditedPerson) => (
                            <Button
                              look="line"
                              aria-label={label(person)}
                              onClick={() => {
                                choose(person);
                              }}
                            >
                              {button}
                            </Button>
                          ),
                        },
                      ]),
                  ...(act === undefined ? [] : [{ name: m.portrait(), show: act }]),
                ]}
              />
              {file !== undefined && data.length > 0 && (
                <CsvButton
                  name={file}
                  header={[m.payment_number(), `${m.titles_name()} (fa)`, `${m.titles_name()} (en)`, m.credits_known()]}
                  getRows={() => data.map((person) => [person.id, person.name_fa, person.name_en, person.titles])}
                />
              )}
            </>
          )}
        </Loaded>
      )}
    </>
  );
}
