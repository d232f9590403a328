import { api } from '../../../platform/client/island-api.ts';
import { hasSession } from '../../../platform/client/session.ts';
import { isKids } from '../../../platform/client/kids.ts';
import type { TitleKind } from '../../../platform/kinds.ts';
import { paths } from '../../../platform/paths.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { loadUser } from '../../accounts/client/auth.ts';
import { canPlay } from '../../entitlement/entitlement.ts';
import { getTitleViewer } from '../../title-page/contract.ts';
import { offerPlans } from '../../titles/client/offer-plans.ts';

/** Home is the same for everybody. A member plays what is owned, and is told before the press of what needs a plan. */
export async function nameMemberActs(): Promise<void> {
  if (!hasSession() || isKids()) return;
  const needsPlan = await loadNeedsPlan();
  await Promise.all(
    [...document.querySelectorAll<HTMLAnchorElement>('.hero-acts > a[data-modal]')].map(async (act) => {
      const isSale = act.dataset['modal'] === 'content';
      if (!isSale && !(needsPlan && act.querySelector('.when-signed-in'))) return;
      const { modalKind, modalId, modalContentType: kind = modalKind, modalContentId: id = modalId } = act.dataset;
      const title = { kind: kind as TitleKind, id: Number(id) };
      const answer = await api(getTitleViewer, title);
      const state = answer.ok ? answer.value.data.state : null;
      const isPlayable = state !== null && canPlay(state);
      if (isSale && isPlayable) offerPlay(act, title);
      if (!isSale && !isPlayable && state !== 'outside_area') offerPlans(act, title);
    }),
  );
}

async function loadNeedsPlan(): Promise<boolean> {
  if ('contentSubscription' in document.documentElement.dataset) return false;
  const { user } = await loadUser();
  return user !== null && user.subscription !== 1 && user.operator_fullrate !== 1;
}

function offerPlay(act: HTMLAnchorElement, { kind, id }: { kind: TitleKind; id: number }): void {
  act.textContent = m.title_play();
  act.href = paths.play(kind, id);
  Object.assign(act.dataset, { modal: 'player', modalKind: kind, modalId: String(id) });
}
