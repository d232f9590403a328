import type { MouseEvent } from 'react';
import type { Plan } from '../../contract/app.ts';
import { nameIn } from '../../domain/locale.ts';
import { formatNumber, formatPlain } from '../../i18n/format.ts';
import { getLocale } from '../../i18n/locale.ts';
import { m } from '../../i18n/paraglide/messages.js';

interface Props {
  plan: Plan;
  /** Its checkout. */
  href: string;
  /** Whoever is not signed in logs in first, and comes to the checkout after (spec 2.35). */
  guest: boolean;
  /** The modal leaves by its own way; without it the link is followed. */
  onChoose?: (event: MouseEvent, href: string) => void;
}

/**
 * One plan as one link to its checkout (spec 2.28, 2.34): name, price in toman before VAT, discount and bonus days,
 * description. The same in the modal and, without script, on the page.
 */
export function PlanOption({ plan, href, guest, onChoose }: Props) {
  const { discount } = plan;
  const locale = getLocale();
  const toman = (amount: number) => m.plans_toman({ amount: formatNumber(amount) });
  return (
    <li>
      <a
        className="plan-option"
        href={href}
        onClick={(event) => onChoose?.(event, href)}
        {...(guest && { 'data-modal': 'login', 'data-modal-redirect': href })}
      >
        <span className="plan-name">{nameIn(locale, plan)}</span>
        <span className="plan-price">
          {discount && (
            <>
              <span className="sr-only">{m.plans_was()}</span>
              <s>{toman(plan.toman)}</s>{' '}
            </>
          )}
          <strong>{toman(discount?.discount_price ?? plan.toman)}</strong>
        </span>
        {discount && (
          <span className="plan-discount">
            {m.plans_discount({ percent: formatPlain(discount.discount_percent) })}{' '}
            {discount.discount_day !== null && m.plans_bonus_days({ days: formatPlain(discount.discount_day) })}
          </span>
        )}
        <span className="muted">{locale === 'fa' ? plan.description : plan.description_en}</span>
      </a>
    </li>
  );
}
