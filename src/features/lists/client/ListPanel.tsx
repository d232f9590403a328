import { useStore } from '@nanostores/react';
import { useEffect, useState, type SubmitEvent } from 'react';
import { ADDED_LISTS, type OwnList } from '../my-lists.ts';
import { paths } from '../../../platform/paths.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { hasSession } from '../../../platform/client/session.ts';
import { createTitleLists } from './my-lists.ts';
import { useAwake } from '../../../platform/client/use-awake.ts';

interface Props {
  id: number;
  name: string; // In the page's language
  path: string; // The return path of a login
  isInApp: boolean; // Spec 2.13: a form without script returns to `path`
}

/** Toggles of the viewer's lists. Without script each is a form that adds the title. A guest is asked to sign in. */
export function ListPanel({ id, name, path, isInApp }: Props) {
  const [title] = useState(() => createTitleLists(id));
  const { state, lists } = useStore(title.$lists, { ssr: 'initial' });
  const [root, awake] = useAwake<HTMLDivElement>();
  useEffect(() => {
    if (awake && hasSession()) void title.load();
  }, [awake, title]);
  const guest = awake && !hasSession();
  const change = (event: SubmitEvent, list: OwnList) => {
    event.preventDefault();
    void title.toggle(list);
  };
  const labels = { later: m.list_later(), watched: m.list_watched() };
  return (
    <div ref={root} className="list-panel">
      <p className="list-title">{name}</p>
      {guest && (
        <a
          className="btn-solid"
          href={paths.login(path)}
          data-modal="login"
          data-modal-redirect={path}
          data-modal-message={m.list_login()}
        >
          {m.list_login()}
        </a>
      )}
      {!guest &&
        ADDED_LISTS.map((list) => (
          <form key={list} method="post" action={paths.profileList(list)} onSubmit={(event) => change(event, list)}>
            <input type="hidden" name="id" value={id} />
            {isInApp && <input type="hidden" name="redirect" value={path} />}
            <button
              className="list-toggle"
              name="action"
              value="add"
              aria-pressed={awake ? lists.includes(list) : undefined}
              aria-busy={state === 'busy' || undefined}
            >
              {labels[list]}
            </button>
          </form>
        ))}
      <p className={state === 'failed' ? 'account-error' : 'muted'} role="status">
        {state === 'failed' ? m.list_failed() : state === 'changed' ? m.list_saved() : null}
      </p>
      {!isInApp && (
        <a className="row-link" href={paths.profile()}>
          {m.nav_my_lists()}
        </a>
      )}
    </div>
  );
}
