import { getBenefitStatus, listBenefits, type Benefit, type BenefitFacts } from '../benefits.ts';
import { formatNumber } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';

/** Spec 1.06. */
const PROMISED_TITLES = 30_000;

interface Props extends BenefitFacts {
  heading: 'h2' | 'h3';
  titles?: number | undefined;
}

const HEADINGS = {
  none: m.plans_benefits,
  network: m.plans_benefits,
  active: m.plans_benefits_yours,
  given: m.plans_benefits_given,
};

/** Spec 6.05. */
export function Benefits({ heading: Heading, titles = PROMISED_TITLES, ...facts }: Props) {
  const status = getBenefitStatus(facts);
  return (
    <section data-subscription={status}>
      <Heading>{HEADINGS[status]()}</Heading>
      <ul className="plans-benefits">
        {listBenefits(facts).map((benefit) => (
          <li key={benefit}>{getText(benefit, titles)}</li>
        ))}
      </ul>
    </section>
  );
}

function getText(benefit: Benefit, titles: number): string {
  const count = titles < PROMISED_TITLES ? formatNumber(titles) : null;
  if (benefit === 'titles') return count === null ? m.plans_benefit_titles() : m.plans_benefit_count({ count });
  if (benefit === 'titles_yours')
    return count === null ? m.plans_benefit_titles_yours() : m.plans_benefit_count_yours({ count });
  return TEXTS[benefit]();
}

const TEXTS = {
  given: m.plans_benefit_given,
  downloads: m.plans_benefit_downloads,
  downloads_yours: m.plans_benefit_downloads_yours,
  data: m.plans_benefit_data,
  data_network: m.plans_benefit_data_network,
  data_yours: m.plans_benefit_data_yours,
  fullrate_note: m.plans_fullrate_note,
};
