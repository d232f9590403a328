import { Link } from 'wouter';
import { Loaded, Screen } from '../../../platform/desk/Screen.tsx';
import { useCall } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { getHero, listDeskLists } from '../contract.ts';
import { findNextTurn } from '../front-windows.ts';
import { HomePreview } from './HomePreview.tsx';
import { HeroPanel } from './HeroPanel.tsx';
import { ListsPanel } from './ListsPanel.tsx';

export function FrontScreen() {
  const hero = useCall(getHero, {});
  const order = useCall(listDeskLists, {});
  return (
    <Screen
      title={m.front_title()}
      note={m.front_note()}
      actions={
        <p className="desk-tools">
          <Link className="desk-link" href="/front/magazines">
            {m.print_title()}
          </Link>
          <Link className="desk-link" href="/front/screenings">
            {m.screenings_title()}
          </Link>
          <Link className="desk-link" href="/front/channels">
            {m.weeks_title()}
          </Link>
        </p>
      }
    >
      <div className="desk-stack">
        <Loaded answer={hero}>{({ data }) => <HeroPanel hero={data} />}</Loaded>
        <Loaded answer={order}>{({ data }) => <ListsPanel order={data} />}</Loaded>
        {hero.data && order.data && (
          <HomePreview planned={findNextTurn([...hero.data.data.slides, ...order.data.data.lists])} />
        )}
      </div>
    </Screen>
  );
}
