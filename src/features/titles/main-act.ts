import { canPlay, type PlayState } from '../entitlement/entitlement.ts';

export type MainAct =
  | 'play'
  | 'watch_free'
  | 'trial'
  | 'subscribe'
  | 'rent'
  | 'buy'
  | 'ticket'
  | 'order'
  | 'ask'
  | 'download'
  | 'waiting'
  | 'list'
  | 'none';

interface ActFacts {
  state: PlayState;
  /** Toman, of the title or the ticket; null where neither is sold. */
  price: number | null;
  /** Hours that a purchase lasts; null for good. */
  owned_hours?: number | null | undefined;
  downloads: boolean;
  /** Its last day has passed. */
  isGone: boolean;
  viewer: 'guest' | 'member' | 'child';
  /** 0 without a trial. */
  trialDays: number;
  hasLists: boolean;
}

/**
 * The one act of a title's page, of which its press keeps the promise. A guest is given the trial before a refusal. A
 * child is sold nothing. `list`: the site announces no release, so the page offers to keep the title (spec 2.48, 2.49).
 */
export function chooseMainAct(facts: ActFacts): MainAct {
  const { state, price, owned_hours: hours, viewer, trialDays } = facts;
  const isChild = viewer === 'child';
  const keep = facts.hasLists && !isChild ? 'list' : 'none';
  if (facts.isGone) return 'none';
  if (state === 'free') return 'watch_free';
  if (canPlay(state)) return 'play';
  switch (state) {
    case 'needs_subscription':
      if (isChild) return 'ask';
      return viewer === 'guest' && trialDays > 0 ? 'trial' : 'subscribe';
    case 'needs_purchase':
      if (isChild) return 'ask';
      return price === null ? 'none' : hours === null || hours === undefined ? 'buy' : 'rent';
    case 'needs_ticket':
      if (isChild) return 'ask';
      return price === null ? 'none' : 'ticket';
    case 'presale':
      return price === null || isChild ? keep : 'order';
    case 'not_released':
      return keep;
    case 'download_only':
      return facts.downloads && !isChild ? 'download' : 'none';
    case 'ticket_waiting':
      return 'waiting';
    default:
      return 'none';
  }
}

/** Acts that open the player: a guest or a member may be led elsewhere by it. */
export const isPlayAct = (act: MainAct) => ['play', 'watch_free', 'trial', 'subscribe'].includes(act);

export const isSaleAct = (act: MainAct) => ['rent', 'buy', 'ticket', 'order'].includes(act);
