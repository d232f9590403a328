import type { EntitlementAnswer } from '../../paywall/contract.ts';
import { describeArea } from '../../entitlement/area-words.ts';
import { formatDate, formatTime } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';

export function WatchOptionFacts({ entitlement }: { entitlement: EntitlementAnswer }) {
  return (
    <div className="watch-option-facts">
      {entitlement.title_poster !== null && <img src={entitlement.title_poster} alt="" width={80} height={120} />}
      <div>
        {listFacts(entitlement).map((fact) => (
          <p key={fact}>{fact}</p>
        ))}
        {entitlement.notes.length > 0 && (
          <ul className="watch-option-notes" aria-label={m.content_notes()}>
            {entitlement.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function listFacts({ state, pass, area, presale, presale_date: date, screening }: EntitlementAnswer): string[] {
  const { ekran, ekran_start: start, ekran_period_end: end, ekran_owned: owned, owned_period_end: until } = screening;
  const released = date === null ? null : formatDate(date);
  const place = area && describeArea(area);
  return [
    ...(place ? [place] : []),
    ...(presale && released !== null
      ? [pass === null ? m.content_presale({ date: released }) : m.content_presale_owned({ date: released })]
      : []),
    ...(ekran && !owned && start !== null ? [m.content_screening(formatMoment(start))] : []),
    ...(ekran && !owned && end !== null ? [m.content_screening_end(formatMoment(end))] : []),
    ...(state === 'ticket_waiting' && start !== null ? [m.content_waiting(formatMoment(start))] : []),
    ...(owned && until !== null ? [m.content_owned_until(formatMoment(until))] : []),
    ...(pass !== null && !presale && !owned ? [m.content_owned()] : []),
  ];
}

function formatMoment(iso: string): { date: string; time: string } {
  const seconds = Date.parse(iso) / 1000;
  return { date: formatDate(seconds), time: formatTime(seconds) };
}
