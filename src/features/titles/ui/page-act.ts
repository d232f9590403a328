import type { TitleDetails } from '../contract/catalogue.ts';
import { tehranDate } from '../../../platform/text/tehran-week.ts';
import { chooseMainAct, type MainAct } from '../main-act.ts';

type Offer = Pick<TitleDetails['offer'], 'state' | 'price' | 'downloads'> & Partial<TitleDetails['offer']>;

/** As a guest sees it; the page is shared. In kids mode the account decides, so the page says Play. */
export async function choosePageAct(
  { offer, available_until: until }: Pick<TitleDetails, 'available_until'> & { offer: Offer },
  { kids, lists, now, trialDays }: Pick<App.Locals, 'kids' | 'lists' | 'now' | 'trialDays'>,
): Promise<MainAct> {
  const isGone = !!until && until < tehranDate(now);
  const viewer = kids ? 'child' : 'guest';
  const act = chooseMainAct({ ...offer, isGone, trialDays: await trialDays(), hasLists: lists, viewer });
  return act === 'ask' ? 'play' : act;
}
