import type { UnderstoodPart } from '../contract.ts';
import { formatYear } from '../../../platform/text/format.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/paraglide/messages.js';

const TYPES = { movie: m.searchbox_type_movie, series: m.searchbox_type_series, video: m.searchbox_type_video };

export function getUnderstoodLabel(part: UnderstoodPart): string {
  const isPersian = getLocale() === 'fa';
  if (part.part === 'type') return TYPES[part.type]();
  if (part.part === 'genre') return isPersian ? part.label_fa : part.label_en;
  if (part.part === 'person') return isPersian ? part.name_fa : part.name_en;
  if (part.part === 'origin') return part.iranian ? m.search_iranian() : m.search_foreign();
  return part.part === 'text' ? part.text : yearsLabel(part);
}

function yearsLabel({ from, to, jalali }: Extract<UnderstoodPart, { part: 'years' }>): string {
  if (from === null) return to === null ? '' : m.search_years_until({ to: formatYear(to, jalali) });
  if (to === null) return m.search_years_from({ from: formatYear(from, jalali) });
  if (from === to) return formatYear(from, jalali);
  return m.search_years({ from: formatYear(from, jalali), to: formatYear(to, jalali) });
}
