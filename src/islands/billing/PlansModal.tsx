import { useStore } from '@nanostores/react';
import { use, useEffect, useState } from 'react';
import { VAT_PERCENT } from '../../config/constants.ts';
import { paths } from '../../domain/paths.ts';
import { formatPlain } from '../../i18n/format.ts';
import { getLocale } from '../../i18n/locale.ts';
import { m } from '../../i18n/paraglide/messages.js';
import { api } from '../../stores/api.ts';
import { $user, hasSession, loadUser } from '../../stores/auth.ts';
import { errorText } from '../../stores/error-text.ts';
import { closeModal, leaveTo, openModal, type ModalOf } from '../../stores/modal.ts';
import { createPlans } from '../../stores/plans.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useStyles } from '../../ui/use-styles.ts';
import { ModalSettingsContext } from '../modal-settings.ts';
import { Benefits } from './Benefits.tsx';
import { PlanOption } from './PlanOption.tsx';
import css from './plans.css?inline';

type Props = Omit<ModalOf<'plans'>, 'name'>;

/** "Buy subscription" (spec 2.25 to 2.35): plans with what they cost and bring; `contentId` is what it is bought for. */
export function PlansModal({ contentId, contentType }: Props) {
  const { sisterUrl } = use(ModalSettingsContext);
  const [store] = useState(() => createPlans(api));
  const plans = useStore(store.$plans);
  const account = useStore($user);
  useStyles(css);
  useEffect(() => {
    void store.load();
    void loadUser();
  }, [store]);
  const guest = !hasSession();
  const days = account.user?.days_period_to_end ?? null;
  const choose = (id: number) => {
    const address = planAddress(id, { contentId, contentType });
    if (guest) openModal({ name: 'login', redirect: address });
    else leaveTo(address);
  };
  return (
    <Dialog title={m.plans_title()} onClose={closeModal} wide>
      {days !== null && <p className="plans-days">{m.plans_days_left({ days: formatPlain(days) })}</p>}
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
            {plans.plans.map((plan) => (
              <PlanOption key={plan.id} plan={plan} onChoose={choose} />
            ))}
          </ul>
          <p className="muted">{m.plans_vat({ percent: formatPlain(VAT_PERCENT) })}</p>
        </>
      )}
      {sisterUrl !== null && (
        <p className="plans-sister">
          {m.plans_sister()} <a href={sisterUrl}>{m.plans_sister_link()}</a>
        </p>
      )}
      <Benefits />
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
        <Button look="link" onClick={closeModal}>
          {m.plans_cancel()}
        </Button>
      </footer>
    </Dialog>
  );
}

/** Spec 2.34: `/plan/{id}?content_id=…&content_type=…`. */
function planAddress(id: number, { contentId, contentType }: Props): string {
  const query = new URLSearchParams();
  if (contentId !== undefined) query.set('content_id', String(contentId));
  if (contentType !== undefined) query.set('content_type', contentType);
  const text = query.toString();
  return paths.plan(id) + (text && `?${text}`);
}
