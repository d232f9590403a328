import { Link } from 'wouter';
import { Loaded, Screen } from '../../../platform/desk/Screen.tsx';
import { useCall } from '../../../platform/desk/use-call.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { nameIn } from '../../../platform/text/locale.ts';
import { paths } from '../../../platform/paths.ts';
import { PagePreview } from '../../catalogue/desk/PagePreview.tsx';
import { getDeskList } from '../contract.ts';
import { findNextTurn } from '../front-windows.ts';
import { ListForm } from './ListForm.tsx';

export function ListScreen({ listKey }: { listKey: string }) {
  const answer = useCall(getDeskList, { key: listKey }, { isFresh: true });
  const list = answer.data?.data;
  return (
    <Screen
      title={list === undefined ? m.front_list() : nameIn(getLocale(), list)}
      note={
        <>
          <Link className="desk-link" href="/front">
            {m.front_back()}
          </Link>{' '}
          <a className="desk-link" href={paths.list(listKey)} target="_blank" rel="noreferrer">
            {m.front_list_page()}
          </a>
        </>
      }
    >
      <Loaded answer={answer}>
        {({ data }) => (
          <div className="desk-stack">
            <ListForm list={data} />
            <PagePreview
              title={m.preview_title()}
              note={m.preview_note()}
              path={paths.list(listKey)}
              planned={findNextTurn([data])}
            />
          </div>
        )}
      </Loaded>
    </Screen>
  );
}
