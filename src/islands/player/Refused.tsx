import type { Cart } from '../../contract/cart.ts';
import type { TitleKind } from '../../domain/kinds.ts';
import { paths } from '../../domain/paths.ts';
import { formatDate } from '../../i18n/format.ts';
import { m } from '../../i18n/paraglide/messages.js';
import { isKids } from '../../stores/kids.ts';
import { Offer } from '../cart/Offer.tsx';
import { PlayerMessage } from './PlayerMessage.tsx';

interface Props {
  kind: TitleKind;
  id: number;
  cart: Cart;
  onClose: () => void;
  /** What the viewer may do has changed. */
  onBought: () => void;
}

/** Why a title does not play for this viewer (spec 2.49), and the ways there are to it: a subscription, its price. */
export function Refused({ kind, id, cart, onClose, onBought }: Props) {
  if (isKids() && cart.state !== 'presale' && cart.state !== 'not_released') {
    return (
      <PlayerMessage heading={m.kids_ask_heading()} text={m.kids_ask_text()} onClose={onClose}>
        <a className="btn-solid" href={paths.kids()}>
          {m.kids_home()}
        </a>
      </PlayerMessage>
    );
  }
  const { heading, text } = textsOf(cart);
  return (
    <PlayerMessage
      heading={heading}
      text={text}
      onClose={onClose}
      more={<Offer kind={kind} id={id} cart={cart} onBought={onBought} />}
    >
      <a className="btn-line" href={paths.title(kind, id)}>
        {m.player_title_page()}
      </a>
    </PlayerMessage>
  );
}

/** The text is null where the offer says it all. */
function textsOf(cart: Cart): { heading: string; text: string | null } {
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
    case 'download_only':
      return { heading: m.player_download_only(), text: m.player_download_only_next() };
    default:
      return notOut(cart);
  }
}

function notOut({ state, presale_date: date }: Cart): { heading: string; text: string } {
  return {
    heading: state === 'presale' ? m.player_presale() : m.player_not_released(),
    text: date ? m.player_not_released_on({ date: formatDate(date) }) : m.player_not_released_next(),
  };
}
