import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatPlain } from '../../../platform/text/format.ts';
import { nameIn } from '../../../platform/text/locale.ts';
import type { ListedMagazine } from '../magazines-contract.ts';

const KINDS: Record<ListedMagazine['kind'], () => string> = {
  magazine: m.print_kind_magazine,
  newspaper: m.print_kind_newspaper,
  studio: m.print_kind_studio,
};
export const namePrintKind = (kind: ListedMagazine['kind']) => KINDS[kind]();

export const nameMagazine = ({ title, title_en: english }: Pick<ListedMagazine, 'title' | 'title_en'>) =>
  nameIn(getLocale(), { name_fa: title, name_en: english });

/** Runs of numbers: a single one, or the first and the last. */
export const describeGaps = (gaps: readonly { from: number; to: number }[]) =>
  gaps
    .map(({ from, to }) =>
      from === to ? formatPlain(from) : m.print_gap({ from: formatPlain(from), to: formatPlain(to) }),
    )
    .join(m.print_gap_comma());
