import { getLocale } from '../../../../platform/text/current-locale.ts';
import { m } from '../../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../../platform/text/format.ts';
import { nameIn } from '../../../../platform/text/locale.ts';
import type { CreditedPerson } from '../../people-contract.ts';

type Names = Pick<CreditedPerson, 'name_fa' | 'name_en'>;

export function PersonNames({ person: { name_fa: fa, name_en: en } }: { person: Names }) {
  const names = [
    <bdi key="fa" lang="fa" dir="rtl">
      {fa}
    </bdi>,
    <bdi key="en" className="desk-note" lang="en" dir="ltr">
      {en}
    </bdi>,
  ];
  return <span className="desk-pair-names">{names}</span>;
}

export const namePerson = (person: Names) => nameIn(getLocale(), person);

/** The number of a person's titles and the most watched one, which tell namesakes apart. */
export function describeKnown({ titles, known_fa: fa, known_en: en }: CreditedPerson) {
  const work = nameIn(getLocale(), { name_fa: fa ?? '', name_en: en ?? '' });
  return (
    <>
      {titles === 0 ? m.credits_no_titles() : m.credits_titles({ count: formatNumber(titles) })}
      {work !== '' && (
        <>
          {' · '}
          <bdi>{work}</bdi>
        </>
      )}
    </>
  );
}
