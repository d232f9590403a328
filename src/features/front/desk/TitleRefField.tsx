import { useState } from 'react';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { useCall } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatPlain } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Field } from '../../../platform/ui/Field.tsx';
import { describeState, nameKind } from '../../catalogue/desk/words.ts';
import { listFrontTitles } from '../contract.ts';
import { readTitleRefs } from '../read-title-refs.ts';
import { TitleMatches } from './TitleMatches.tsx';
import { nameRef } from './words.ts';

interface Props {
  value: string;
  /** While the field is empty. */
  hint: string;
  error?: string | undefined;
  onChange: (text: string) => void;
}

/** A field of a form that chooses a title, by its number, its address or the site's search, and shows its name. */
export function TitleRefField({ value, hint, error, onChange }: Props) {
  const [query, setQuery] = useState('');
  const [wanted, setWanted] = useState('');
  const { ids } = readTitleRefs(value);
  const [id = 0] = ids;
  const answer = useCall(listFrontTitles, { ids: String(id) }, { enabled: ids.length === 1, isFresh: true });
  const mayFind = usePermissions().includes('titles.read');
  return (
    <>
      <Field
        label={m.screenings_title_ref()}
        hint={ids.length === 1 ? describe() : hint}
        error={error}
        dir="ltr"
        inputMode="url"
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
        }}
      />
      {mayFind && (
        <details className="desk-details">
          <summary>{m.front_find()}</summary>
          <div className="desk-search" role="search" aria-label={m.titles_search()}>
            <input
              type="search"
              aria-label={m.front_find()}
              maxLength={200}
              value={query}
              onChange={(event) => {
                setQuery(event.target.value);
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                // The form around it is not sent.
                event.preventDefault();
                setWanted(query.trim());
              }}
            />
            <Button
              look="line"
              onClick={() => {
                setWanted(query.trim());
              }}
            >
              {m.search_go()}
            </Button>
          </div>
          {wanted !== '' && (
            <TitleMatches
              query={wanted}
              label={m.front_choose()}
              name={(name) => m.front_choose_of({ name })}
              add={(chosen) => {
                setWanted('');
                onChange(formatPlain(chosen));
              }}
            />
          )}
        </details>
      )}
    </>
  );

  function describe(): string {
    const title = answer.data?.data[0];
    if (answer.data !== undefined && title === undefined) return m.front_title_unknown();
    return title === undefined
      ? ''
      : `\u2068${nameRef(title, id)}\u2069 · ${nameKind(title.kind)} · ${describeState(title.state).text}`;
  }
}
