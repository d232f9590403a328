import { useId, useState } from 'react';
import { callDesk } from '../../../platform/desk/call-desk.ts';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { useLatest } from '../../../platform/desk/use-latest.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { listFrontTitles, type FrontTitle } from '../contract.ts';
import { readTitleRefs } from '../read-title-refs.ts';
import { TitleMatches } from './TitleMatches.tsx';

const MAX_AT_ONCE = 500;

interface Props {
  /** The form is being saved. */
  isSaving: boolean;
  /** Returns the titles that do not fit. */
  onAdd: (titles: readonly FrontTitle[]) => readonly FrontTitle[];
}

/** Titles to be added: found by the site's own search, or pasted as numbers and addresses. */
export function AddTitles({ isSaving, onAdd }: Props) {
  const [query, setQuery] = useState('');
  const [text, setText] = useState('');
  const [note, setNote] = useState('');
  const [error, setError] = useState<Error | null>(null);
  const [isBusy, setBusy] = useState(false);
  const addNow = useLatest(onAdd);
  const id = useId();
  const { ids, unread } = readTitleRefs(text);
  /** `rest`: what could not be read of a pasted text. Its field keeps what is not added. */
  const add = async (wanted: readonly number[], rest: readonly string[] | null = null) => {
    setBusy(true);
    setError(null);
    try {
      const titles: FrontTitle[] = [];
      for (let at = 0; at < wanted.length; at += MAX_AT_ONCE)
        titles.push(...(await callDesk(listFrontTitles, { ids: wanted.slice(at, at + MAX_AT_ONCE).join() })).data);
      const missing = wanted.filter((one) => !titles.some((title) => title.id === one));
      const unknown = [...(rest ?? []), ...missing.map(String)];
      const surplus = addNow.current(titles).map((title) => String(title.id));
      const notes = [
        ...(unknown.length > 0 ? [m.front_paste_left({ count: formatNumber(unknown.length) })] : []),
        ...(surplus.length > 0 ? [m.front_no_place({ count: formatNumber(surplus.length) })] : []),
      ];
      setNote(notes.join(' '));
      if (rest !== null) setText([...unknown, ...surplus].join(' '));
    } catch (cause) {
      setError(cause instanceof Error ? cause : new Error(String(cause)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <fieldset className="desk-stack desk-bare" disabled={isSaving}>
      {usePermissions().includes('titles.read') && (
        <>
          <form
            className="desk-search"
            role="search"
            aria-label={m.titles_search()}
            onSubmit={(event) => {
              event.preventDefault();
              setQuery((new FormData(event.currentTarget).get('query') as string).trim());
            }}
          >
            <input
              type="search"
              name="query"
              aria-label={m.front_find()}
              placeholder={m.front_find()}
              maxLength={200}
            />
            <button type="submit">{m.search_go()}</button>
          </form>
          {query !== '' && (
            <TitleMatches
              {...{ query, isBusy, label: m.front_add() }}
              name={(name) => m.front_add_of({ name })}
              add={(one) => void add([one])}
            />
          )}
        </>
      )}
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          void add(ids, unread);
        }}
      >
        <div className="desk-field">
          <label htmlFor={id}>{m.front_paste()}</label>
          <textarea
            id={id}
            rows={2}
            dir="ltr"
            value={text}
            readOnly={isBusy}
            onChange={(event) => {
              setText(event.target.value);
            }}
          />
        </div>
        <Refusal error={error} />
        <p className="desk-note" role="status">
          {note}
        </p>
        <Button type="submit" look="line" disabled={ids.length === 0} busy={isBusy}>
          {m.front_paste_add({ count: formatNumber(ids.length) })}
        </Button>
      </form>
    </fieldset>
  );
}
