import type { MouseEvent } from 'react';
import { VAT_PERCENT } from '../../../platform/config/constants.ts';
import type { Plan } from '../../checkout/contract.ts';
import { nameIn } from '../../../platform/text/locale.ts';
import { getMonthlyPrice, getPlanPrice } from '../../payments/plan-price.ts';
import { formatNumber, formatPlain } from '../../../platform/text/format.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/paraglide/messages.js';

interface Props {
  plan: Plan;
  href: string;
  isGuest: boolean;
  isBest: boolean;
  onChoose?: (event: MouseEvent, href: string) => void;
}

/** One link to a plan's checkout (spec 2.28, 2.34, 2.35): what is paid, price a month, list price. */
export function PlanOption({ plan, href, isGuest, isBest, onChoose }: Props) {
  const { discount } = plan;
  const locale = getLocale();
  const monthly = getMonthlyPrice(plan, VAT_PERCENT);
  const toman = (amount: number) => m.plans_toman({ amount: formatNumber(amount) });
  return (
    <li>
      <a
        className={isBest ? 'plan-option plan-best' : 'plan-option'}
        href={href}
        onClick={(event) => onChoose?.(event, href)}
        {...(isGuest && { 'data-modal': 'login', 'data-modal-redirect': href })}
      >
        <span className="plan-what">
          <span className="plan-name">{nameIn(locale, plan)}</span>
          {isBest && (
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
          <strong>{m.plans_with_vat({ amount: formatNumber(getPlanPrice(plan, VAT_PERCENT)) })}</strong>{' '}
          {monthly !== null && <span>{m.plans_per_month({ amount: formatNumber(monthly) })}</span>}{' '}
          <span className="muted">
            {m.plans_without_vat({ amount: formatNumber(discount?.discount_price ?? plan.toman) })}{' '}
            {discount && (
              <>
                <span className="sr-only">{m.plans_was()}</span> <s>{toman(plan.toman)}</s>
              </>
            )}
          </span>
        </span>{' '}
        <span className={isBest ? 'plan-choose btn-solid' : 'plan-choose btn-line'}>{m.plans_choose()}</span>
      </a>
    </li>
  );
}
