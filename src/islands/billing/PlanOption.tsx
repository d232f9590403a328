import type { Plan } from '../../contract/app.ts';
import { nameIn } from '../../domain/locale.ts';
import { formatNumber, formatPlain } from '../../i18n/format.ts';
import { getLocale } from '../../i18n/locale.ts';
import { m } from '../../i18n/paraglide/messages.js';

interface Props {
  plan: Plan & { id: number };
  onChoose: (id: number) => void;
}

/** One plan as one button (spec 2.28): name, price in toman before VAT, discount and bonus days, description. */
export function PlanOption({ plan, onChoose }: Props) {
  const { discount } = plan;
  const locale = getLocale();
  const toman = (amount: number) => m.plans_toman({ amount: formatNumber(amount) });
  return (
    <li>
      <button
        type="button"
        className="plan-option"
        onClick={() => {
          onChoose(plan.id);
        }}
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
      </button>
    </li>
  );
}
