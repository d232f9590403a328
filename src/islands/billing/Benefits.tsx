import { m } from '../../i18n/paraglide/messages.js';

/** What a subscription brings (spec 1.06). */
export function Benefits() {
  return (
    <section>
      <h3>{m.plans_benefits()}</h3>
      <ul className="plans-benefits">
        <li>{m.plans_benefit_titles()}</li>
        <li>{m.plans_benefit_downloads()}</li>
        <li>{m.plans_benefit_data()}</li>
      </ul>
    </section>
  );
}
