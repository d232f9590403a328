import type { MouseEvent } from 'react';
import { VAT_PERCENT } from '../../../platform/config/constants.ts';
import type { Plan } from '../../checkout/contract.ts';
import { nameIn } from '../../../platform/text/locale.ts';
import { getMonthlyPrice, withVat } from '../../payments/plan-price.ts';
import { formatNumber, formatPlain } from '../../../platform/text/format.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/paraglide/messages.js';

interface Props {
  plan: Plan;
  /** Its checkout. */
  href: string;
  /** Whoever is not signed in logs in first, and comes to the checkout after (spec 2.35). */
  guest: boolean;
  /** It has the lowest price a month of those beside it. */
  best: boolean;
  /** The modal leaves by its own way; without it the link is followed. */
  onChoose?: (event: MouseEvent, href: string) => void;
}

/**
 * One plan as one link to its checkout (spec 2.28, 2.34): name, discount and bonus days, description; beside them the
 * list price in toman, the price with VAT, and what that is a month. The same in the modal and, without script, on the page.
 */
export function PlanOption({ plan, href, guest, best, onChoose }: Props) {
  const { discount } = plan;
  const locale = getLocale();
  const monthly = getMonthlyPrice(plan, VAT_PERCENT);
  const toman = (amount: number) => m.plans_toman({ amount: formatNumber(amount) });
  return (
    <li>
      <a
        className={best ? 'plan-option plan-best' : 'plan-option'}
        href={href}
        onClick={(event) => onChoose?.(event, href)}
        {...(guest && { 'data-modal': 'login', 'data-modal-redirect': href })}
      >
        <span className="plan-what">
          <span className="plan-name">{nameIn(locale, plan)}</span>
          {best && (
            <>
              {' '}
              <span className="badge">{m.plans_best()}</span>
            </>
          )}
          {discount && (
            <span className="plan-discount">
              {m.plans_discount({ percent: formatPlain(discount.discount_percent) })}{' '}
              {discount.discount_day !== null && m.plans_bonus_days({ days: formatPlain(discount.discount_day) })}
            </span>
          )}
          <span className="muted">{locale === 'fa' ? plan.description : plan.description_en}</span>
        </span>{' '}
        <span className="plan-price">
          {discount && (
            <>
              <span className="sr-only">{m.plans_was()}</span>
              <s>{toman(plan.toman)}</s>{' '}
            </>
          )}
          <strong>{toman(discount?.discount_price ?? plan.toman)}</strong>{' '}
          <span className="muted">{m.plans_with_vat({ amount: formatNumber(withVat(plan, VAT_PERCENT)) })}</span>{' '}
          {monthly !== null && <span>{m.plans_per_month({ amount: formatNumber(monthly) })}</span>}
        </span>
      </a>
    </li>
  );
}
