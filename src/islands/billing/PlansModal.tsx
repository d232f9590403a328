import { useStore } from '@nanostores/react';
import { use, useEffect, useState, type MouseEvent } from 'react';
import { VAT_PERCENT } from '../../config/constants.ts';
import { paths, type PlanWish } from '../../domain/paths.ts';
import { formatPlain } from '../../i18n/format.ts';
import { getLocale } from '../../i18n/locale.ts';
import { m } from '../../i18n/paraglide/messages.js';
import { api } from '../../stores/api.ts';
import { $user, hasSession, loadUser } from '../../stores/auth.ts';
import { errorText } from '../../domain/error-text.ts';
import { hidePlans, leaveTo, openModal, type ModalOf } from '../../stores/modal.ts';
import { createPlans } from '../../stores/plans.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useStyles } from '../../ui/use-styles.ts';
import { isPlain } from '../intent.ts';
import { ModalSettingsContext } from '../modal-settings.ts';
import { Benefits } from './Benefits.tsx';
import { DaysLeft } from './DaysLeft.tsx';
import { PlanOption } from './PlanOption.tsx';
import css from './plans.css?inline';
import { SisterNote } from './SisterNote.tsx';

/** "Buy subscription" (spec 2.25 to 2.35): plans with what they cost and bring; `contentId` is what it is bought for. */
export function PlansModal({ contentId, contentType }: Omit<ModalOf<'plans'>, 'name'>) {
  const { sisterUrl } = use(ModalSettingsContext);
  const [store] = useState(() => createPlans(api));
  const [wish] = useState<PlanWish>(() => ({ contentId, contentType, from: location.pathname + location.search }));
  const plans = useStore(store.$plans);
  const account = useStore($user);
  useStyles(css);
  useEffect(() => {
    void store.load();
    void loadUser();
  }, [store]);
  const guest = !hasSession();
  const days = account.user?.days_period_to_end ?? null;
  // The login of a guest is opened by the host, as by every opener.
  const choose = (event: MouseEvent, href: string) => {
    if (guest || !isPlain(event.nativeEvent)) return;
    event.preventDefault();
    leaveTo(href);
  };
  return (
    <Dialog title={m.plans_title()} onClose={hidePlans} wide>
      {days !== null && <DaysLeft days={days} />}
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
              const href = paths.plan(plan.id, wish);
              return <PlanOption key={plan.id} plan={plan} href={href} guest={guest} onChoose={choose} />;
            })}
          </ul>
          <p className="muted">{m.plans_vat({ percent: formatPlain(VAT_PERCENT) })}</p>
        </>
      )}
      <SisterNote url={sisterUrl} />
      <Benefits heading="h3" />
      <footer className="plans-foot">
        {guest && (
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
