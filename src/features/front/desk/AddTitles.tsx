import { useEffect, useEffectEvent, useId, useState } from 'react';
import { callDesk } from '../../../platform/desk/call-desk.ts';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { listFrontTitles, type FrontTitle } from '../contract.ts';
import { readTitleRefs } from '../read-title-refs.ts';
import { TitleMatches } from './TitleMatches.tsx';

const MAX_AT_ONCE = 500;

interface Props {
  onAdd: (titles: readonly FrontTitle[]) => void;
}

/** Titles to be added: found by the site's own search, or pasted as numbers and addresses. */
export function AddTitles({ onAdd }: Props) {
  const [query, setQuery] = useState('');
  const [text, setText] = useState('');
  const [note, setNote] = useState('');
  const [error, setError] = useState<Error | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [arrivals, setArrivals] = useState<readonly FrontTitle[]>([]);
  const take = useEffectEvent(onAdd); // As the form is when they arrive: what was typed meanwhile stays.
  useEffect(() => {
    if (arrivals.length > 0) take(arrivals);
  }, [arrivals]);
  const id = useId();
  const { ids, unread } = readTitleRefs(text);
  const add = async (wanted: readonly number[], rest: readonly string[] = []): Promise<string[] | null> => {
    setBusy(true);
    setError(null);
    try {
      const titles: FrontTitle[] = [];
      for (let at = 0; at < wanted.length; at += MAX_AT_ONCE)
        titles.push(...(await callDesk(listFrontTitles, { ids: wanted.slice(at, at + MAX_AT_ONCE).join() })).data);
      setArrivals(titles);
      const missing = wanted.filter((one) => !titles.some((title) => title.id === one));
      const left = [...rest, ...missing.map(String)];
      setNote(left.length === 0 ? '' : m.front_paste_left({ count: formatNumber(left.length) }));
      return left;
    } catch (cause) {
      setError(cause instanceof Error ? cause : new Error(String(cause)));
      return null;
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="desk-stack">
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
          // The rest stays in the field, to be mended.
          void add(ids, unread).then((left) => left && setText(left.join(' ')));
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
    </div>
  );
}
