import { m } from '../../i18n/paraglide/messages.js';

/** What a subscription brings (spec 1.06), under a heading of the level that its place asks for. */
export function Benefits({ heading: Heading }: { heading: 'h2' | 'h3' }) {
  return (
    <section>
      <Heading>{m.plans_benefits()}</Heading>
      <ul className="plans-benefits">
        <li>{m.plans_benefit_titles()}</li>
        <li>{m.plans_benefit_downloads()}</li>
        <li>{m.plans_benefit_data()}</li>
      </ul>
    </section>
  );
}
