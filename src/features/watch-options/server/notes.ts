import en from '../../../../locales/en.json' with { type: 'json' };
import fa from '../../../../locales/fa.json' with { type: 'json' };
import type { PlayState } from '../../entitlement/entitlement.ts';
import type { Locale } from '../../../platform/text/locale.ts';
import { buildNumbers } from '../../../platform/text/format-in.ts';
import { tehranHour } from '../../../platform/text/tehran-week.ts';

const numbers = buildNumbers({ useGrouping: false });

/** Spec 3.15; sentences in the viewer's language. */
export function listNotes(
  locale: Locale,
  state: PlayState,
  screening: { startsAt: number; hours: number } | null,
  vatPercent: number | null,
): string[] {
  const texts = locale === 'fa' ? fa : en;
  const number = numbers(locale);
  const atScreening = screening !== null && (state === 'needs_ticket' || state === 'ticket_waiting');
  return [
    ...(atScreening
      ? [
          texts.entitlement_note_screening
            .replace('{{hour}}', number.format(tehranHour(screening.startsAt)))
            .replace('{{hours}}', number.format(screening.hours)),
        ]
      : []),
    ...(state === 'outside_area' ? [texts.entitlement_note_outside_area] : []),
    ...(state === 'screening_over' ? [texts.entitlement_note_screening_over] : []),
    ...(vatPercent === null ? [] : [texts.entitlement_note_vat.replace('{{percent}}', number.format(vatPercent))]),
  ];
}
