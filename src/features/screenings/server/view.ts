import type { EntitlementAnswer } from '../../paywall/contract.ts';
import type { EntitlementFacts } from '../../entitlement/entitlement.ts';
import { tehranHour } from '../../../platform/text/tehran-week.ts';

interface Screening {
  id: number;
  startsAt: number;
  endsAt: number;
}

/** The cart's view (spec 3.15): epoch seconds become ISO instants. */
export function toScreeningView(
  screening: Screening | null,
  { ticket }: EntitlementFacts,
  ticketEnds: number | null,
  now: number,
): EntitlementAnswer['screening'] {
  const isVisible = screening !== null && (now < screening.endsAt || ticket);
  return {
    ekran: isVisible,
    ekran_start: isVisible ? iso(screening.startsAt) : null,
    ekran_period_end: isVisible ? iso(screening.endsAt) : null,
    ekran_hour: isVisible ? tehranHour(screening.startsAt) : null,
    ekran_owned: ticket,
    owned_period_end: ticket && ticketEnds !== null ? iso(ticketEnds) : null,
    ekran_id: isVisible ? screening.id : null,
  };
}

function iso(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
