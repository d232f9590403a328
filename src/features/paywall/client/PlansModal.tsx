import { useStore } from '@nanostores/react';
import { use, useEffect, useState, type MouseEvent } from 'react';
import { VAT_PERCENT } from '../../../platform/config/constants.ts';
import { paths, type CheckoutContext } from '../../../platform/paths.ts';
import { findBestPlan } from '../../payments/plan-price.ts';
import { formatPlain } from '../../../platform/text/format.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { api } from '../../../platform/client/island-api.ts';
import { $user, loadUser } from '../../accounts/client/auth.ts';
import { GuestTrialNote } from '../../accounts/client/TrialNote.tsx';
import { hasSession } from '../../../platform/client/session.ts';
import { readVariantFacts } from '../../../platform/client/variant-facts.ts';
import { errorText } from '../../../platform/text/error-text.ts';
import { hidePlans, leaveTo, openModal, type ModalNamed } from '../../../platform/client/modal.ts';
import { createPlans } from './plans.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { useStyles } from '../../../platform/ui/use-styles.ts';
import { readHere } from '../../../platform/client/stay-here.ts';
import { isPlain } from '../../../platform/client/intent.ts';
import { ModalSettingsContext } from '../../../platform/client/modal-settings.ts';
import { Benefits } from '../../payments/client/Benefits.tsx';
import { DaysLeft } from '../../payments/client/DaysLeft.tsx';
import { PlanOption } from './PlanOption.tsx';
import css from '../plans.css?inline';
import { SisterNote } from '../../direct-debit/client/SisterNote.tsx';

/** Spec 2.25 to 2.35; `contentId` is the title that it is bought for. */
export function PlansModal({ contentId, contentType }: Omit<ModalNamed<'plans'>, 'name'>) {
  const { sisterUrl } = use(ModalSettingsContext);
  const [store] = useState(() => createPlans(api));
  const [checkoutContext] = useState<CheckoutContext>(() => ({
    contentId,
    contentType,
    from: contentId === undefined || readHere() !== null ? location.pathname + location.search : undefined,
  }));
  const plans = useStore(store.$plans);
  const account = useStore($user);
  useStyles(css);
  useEffect(() => {
    void store.load();
    void loadUser();
  }, [store]);
  const bestPlan = plans.state === 'ready' ? findBestPlan(plans.plans.map((plan) => [String(plan.id), plan])) : null;
  const isGuest = !hasSession();
  const days = account.user?.days_period_to_end ?? null;
  const choose = (event: MouseEvent, href: string) => {
    if (isGuest || !isPlain(event.nativeEvent)) return;
    event.preventDefault();
    leaveTo(href);
  };
  return (
    <Dialog title={m.plans_title()} onClose={hidePlans} wide>
      {days !== null && <DaysLeft days={days} />}
      <GuestTrialNote />
      {plans.state === 'loading' && <p role="status">{m.plans_loading()}</p>}
      {plans.state === 'failed' && (
        <div role="alert">
          <p className="plans-error">{errorText(plans.error, getLocale()) ?? m.network_failed()}</p>
          <Button look="link" onClick={() => void store.load()}>
            {m.modal_try_again()}
          </Button>
        </div>
      )}
      {plans.state === 'ready' && plans.plans.length === 0 && <p>{m.plans_none()}</p>}
      {plans.state === 'ready' && (
        <>
          {plans.description !== '' && <p>{plans.description}</p>}
          <ul className="plan-options">
            {plans.plans.map((plan) => {
              const href = paths.plan(plan.id, checkoutContext);
              const isBest = String(plan.id) === bestPlan;
              return <PlanOption key={plan.id} {...{ plan, href, isGuest, isBest }} onChoose={choose} />;
            })}
          </ul>
          <p className="muted">{m.plans_vat_included({ percent: formatPlain(VAT_PERCENT) })}</p>
        </>
      )}
      <SisterNote url={sisterUrl} />
      {/* They name the number of titles, which is known with the plans. */}
      {plans.state === 'ready' && (
        <Benefits heading="h3" user={account.user} {...readVariantFacts()} titles={plans.titles} />
      )}
      <footer className="plans-foot">
        {isGuest && (
          <Button
            look="line"
            onClick={() => {
              openModal({ name: 'login', refresh: true, then: 'plans' });
            }}
          >
            {m.plans_login()}
          </Button>
        )}
        <Button look="link" onClick={hidePlans}>
          {m.plans_cancel()}
        </Button>
      </footer>
    </Dialog>
  );
}
