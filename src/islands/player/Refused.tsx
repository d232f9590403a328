import type { Cart } from '../../contract/cart.ts';
import type { TitleKind } from '../../domain/kinds.ts';
import { paths } from '../../domain/paths.ts';
import { formatDate } from '../../i18n/format.ts';
import { m } from '../../i18n/paraglide/messages.js';
import { isKids } from '../../stores/kids.ts';
import { openModal } from '../../stores/modal.ts';
import { Button } from '../../ui/Button.tsx';
import { PlayerMessage } from './PlayerMessage.tsx';

interface Props {
  kind: TitleKind;
  id: number;
  cart: Cart;
  onClose: () => void;
}

/** Why a title does not play for this viewer: subscription needed, not released, or sold as a download (spec 2.49). */
export function Refused({ kind, id, cart, onClose }: Props) {
  if (cart.state === 'needs_subscription' && isKids()) {
    return (
      <PlayerMessage heading={m.kids_ask_heading()} text={m.kids_ask_text()} onClose={onClose}>
        <a className="btn-solid" href={paths.kids()}>
          {m.kids_home()}
        </a>
      </PlayerMessage>
    );
  }
  if (cart.state === 'needs_subscription') {
    return (
      <PlayerMessage
        heading={m.player_needs_subscription()}
        text={m.player_needs_subscription_next()}
        onClose={onClose}
      >
        <Button onClick={() => openModal({ name: 'plans', contentId: id, contentType: kind })}>
          {m.player_show_plans()}
        </Button>
      </PlayerMessage>
    );
  }
  const { heading, text } = textsOf(cart);
  return (
    <PlayerMessage heading={heading} text={text} onClose={onClose}>
      <a className="btn-solid" href={paths.title(kind, id)}>
        {m.player_title_page()}
      </a>
    </PlayerMessage>
  );
}

function textsOf(cart: Cart): { heading: string; text: string } {
  if (cart.state === 'download_only') return { heading: m.player_download_only(), text: m.player_download_only_next() };
  const date = cart.presale_date;
  return {
    heading: cart.state === 'presale' ? m.player_presale() : m.player_not_released(),
    text: date ? m.player_not_released_on({ date: formatDate(date) }) : m.player_not_released_next(),
  };
}
