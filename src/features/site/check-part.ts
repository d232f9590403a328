import { checkBrand } from './brand-rules.ts';
import { checkFlags } from './flag-rules.ts';
import { checkHouse, type Fault } from './house-rules.ts';
import type { SiteValue } from './texts-contract.ts';

interface Verdict {
  /** In its normal spelling. */
  value: SiteValue;
  /** By the path of the field. */
  faults: Readonly<Record<string, Fault>>;
}

/** A text of a save is not empty in either language; a built-in one may be. */
export function checkPart(value: SiteValue): Verdict {
  if (value.part === 'house') {
    const { house, faults } = checkHouse(value);
    return { value: house, faults };
  }
  if (value.part === 'brand') return checkBrand(value);
  if (value.part === 'flags') return checkFlags(value);
  const fields =
    value.part === 'faq'
      ? value.questions.flatMap((question, at) =>
          Object.entries(question).map(([name, text]) => [`questions.${String(at)}.${name}`, text] as const),
        )
      : (['fa', 'en'] as const).map((name) => [name, value[name]] as const);
  const empty = fields.filter(([, text]) => text.trim() === '').map(([path]) => [path, 'site_empty'] as const);
  return { value, faults: Object.fromEntries(empty) };
}
