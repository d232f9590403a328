import type { PersonDetails } from '../contract.ts';
import { breadcrumbs } from '../../../platform/seo/json-ld.ts';
import { personProfile } from '../../../platform/seo/json-ld-people.ts';
import { nameIn, type Locale } from '../../../platform/text/locale.ts';
import { paths } from '../../../platform/paths.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import type { Seo } from '../../../platform/seo/seo.ts';
import { GROUPS } from './groups.ts';
import { getJobName } from './jobs.ts';

export function buildPersonSeo(person: PersonDetails, locale: Locale, siteUrl: string): Seo {
  const name = nameIn(locale, person);
  const path = paths.person(person.id);
  const image = person.art ? paths.image(person.art, 240) : null;
  const crumb = (text: string, address: string) => ({ name: text, url: siteUrl + address });
  const group = person.group && GROUPS[person.group];
  return {
    title: name,
    description: m.person_description({ name }),
    path,
    type: 'profile',
    ...(image !== null && { image }),
    jsonLd: [
      personProfile({
        name,
        alternateName: locale === 'fa' ? person.name_en : person.name_fa,
        url: siteUrl + path,
        image: image && siteUrl + image,
        born: person.born,
        jobs: person.works.map(({ job }) => getJobName(job)),
        colleagues: person.coworkers.map((coworker) => crumb(nameIn(locale, coworker), paths.person(coworker.id))),
      }),
      breadcrumbs([
        crumb(m.nav_home(), paths.home()),
        group ? crumb(group.name(), paths.casts(group.slug)) : crumb(m.people_title(), paths.people()),
        crumb(name, path),
      ]),
    ],
  };
}
