import type { EntitlementAnswer } from '../../../paywall/contract.ts';
import type { TitleKind } from '../../../../platform/kinds.ts';
import { paths } from '../../../../platform/paths.ts';
import { formatDate } from '../../../../platform/text/format.ts';
import { m } from '../../../../platform/text/paraglide/messages.js';
import { isKids } from '../../../../platform/client/kids.ts';
import { describeArea } from '../../../entitlement/area-words.ts';
import { stayHere } from '../../../../platform/client/stay-here.ts';
import { ReportPlay } from '../../../qoe/client/ReportPlay.tsx';
import { WatchOptions } from '../../../watch-options/client/WatchOptions.tsx';
import { PlayerMessage } from './PlayerMessage.tsx';

interface Props {
  kind: TitleKind;
  id: number;
  cart: EntitlementAnswer;
  onClose: () => void;
  onBought: () => void;
}

/** Spec 2.49. */
export function PlayerRefusal({ kind, id, cart, onClose, onBought }: Props) {
  const report = <ReportPlay page={paths.title(kind, id)} className="btn-line" />;
  if (isKids() && !['presale', 'not_released', 'outside_area'].includes(cart.state)) {
    return (
      <PlayerMessage heading={m.kids_ask_heading()} text={m.kids_ask_text()} onClose={onClose}>
        <a className="btn-solid" href={paths.kids()}>
          {m.kids_home()}
        </a>
        {report}
      </PlayerMessage>
    );
  }
  const { heading, text } = getRefusalTexts(cart);
  return (
    <PlayerMessage
      heading={heading}
      text={text}
      onClose={onClose}
      more={<WatchOptions kind={kind} id={id} entitlement={cart} onBought={onBought} />}
    >
      <a className="btn-line" href={stayHere(paths.title(kind, id))}>
        {m.player_title_page()}
      </a>
      {report}
    </PlayerMessage>
  );
}

function getRefusalTexts(cart: EntitlementAnswer): { heading: string; text: string | null } {
  switch (cart.state) {
    case 'needs_subscription':
      return { heading: m.player_needs_subscription(), text: m.player_needs_subscription_next() };
    case 'needs_purchase':
      return { heading: m.player_needs_purchase(), text: null };
    case 'needs_ticket':
      return { heading: m.player_needs_ticket(), text: null };
    case 'ticket_waiting':
      return { heading: m.player_ticket_waiting(), text: null };
    case 'screening_over':
      return { heading: m.player_screening_over(), text: null };
    case 'outside_area':
      return { heading: m.player_outside_area(), text: describeWayBack(cart) };
    case 'download_only':
      return { heading: m.player_download_only(), text: m.player_download_only_next() };
    default:
      return notOut(cart);
  }
}

function describeWayBack({ area }: EntitlementAnswer): string | null {
  const place = area && describeArea(area);
  return place ? m.player_outside_area_next({ area: place }) : null;
}

function notOut({ state, over, presale_date: date }: EntitlementAnswer): { heading: string; text: string | null } {
  if (over) return { heading: m.title_gone(), text: null };
  return {
    heading: state === 'presale' ? m.player_presale() : m.player_not_released(),
    text: date ? m.player_not_released_on({ date: formatDate(date) }) : m.player_not_released_next(),
  };
}
