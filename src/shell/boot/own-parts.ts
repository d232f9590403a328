import { isKids } from '../../platform/client/kids.ts';
import { watchProgress } from './progress.ts';

export function watchOwn(): void {
  watchProgress();
  if (document.querySelector('[data-own]'))
    void import('../../features/title-page/client/fill-title.ts').then(
      ({ fillTitle }) => fillTitle(),
      () => undefined,
    );
  if (document.getElementById('continue') && !('signedIn' in document.documentElement.dataset) && !isKids())
    void import('../../features/progress/client/fill.ts').then(
      ({ fillContinue }) => fillContinue(),
      () => undefined,
    );
  const ofMember = 'contentSubscription' in document.documentElement.dataset ? '' : ', .hero .when-signed-in';
  if (document.querySelector(`.hero [data-modal='content']${ofMember}`))
    void import('../../features/home/client/hero-acts.ts').then(
      ({ nameMemberActs }) => nameMemberActs(),
      () => undefined,
    );
}
