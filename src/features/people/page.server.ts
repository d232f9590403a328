import { failPage } from '../../platform/http/pages/fail-page.ts';
import type { PageContext } from '../../platform/http/pages/page-context.ts';
import { paths } from '../../platform/paths.ts';
import { readPageNumber } from '../titles/load-title.server.ts';
import { getScript } from './alphabet.ts';
import { getCasts, getPerson, listPeople, listPersonWorks } from './contract.ts';
import { GROUPS, findGroup } from './ui/groups.ts';

const JOB_MAX = 32;
export type GroupPageData = Exclude<Awaited<ReturnType<typeof loadGroupPage>>, Response>;

/** Loads /casts/:group: all people by page, or those of one letter of the page's alphabet. */
export async function loadGroupPage(page: PageContext) {
  const group = findGroup(page.params['group']);
  if (!group) return page.rewrite('/404');
  const letter = page.url.searchParams.get('letter') ?? undefined;
  if (letter !== undefined && getScript(letter) !== page.locals.locale) {
    return page.redirect(paths.casts(GROUPS[group].slug), 302);
  }
  const input = { group, page: readPageNumber(page.url), ...(letter && { letter }) };
  const result = await page.locals.api(listPeople, input);
  if (result.ok && result.value.meta.page > result.value.meta.pages) return page.rewrite('/404');
  if (!result.ok) failPage(page, result.error);
  return { group, letter, result };
}

export type PersonPageData = Exclude<Awaited<ReturnType<typeof loadPersonPage>>, Response>;

/** Loads /cast/:id?: a person, with ?job= their works in it, without an id the groups of people. */
export async function loadPersonPage(page: PageContext) {
  const { api } = page.locals;
  const { id: segment } = page.params;
  if (segment !== undefined && !/^[1-9]\d{0,8}$/.test(segment)) return page.rewrite('/404');
  const job = segment === undefined ? null : page.url.searchParams.get('job');
  const id = Number(segment);
  const groups = segment === undefined ? await api(getCasts, {}) : null;
  const works =
    job === null
      ? null
      : await api(listPersonWorks, { id, job: job.slice(0, JOB_MAX), page: readPageNumber(page.url) });
  const person = segment === undefined || job !== null ? null : await api(getPerson, { id });
  const failed = [groups, works, person].find((result) => result?.ok === false);
  if (person?.ok && person.value.data.id !== id) return page.redirect(paths.person(person.value.data.id), 301);
  if (failed?.ok === false && failed.error.status === 404) {
    // The nearest page of an unknown job is the person's, which answers 404 for an unknown person.
    return job === null ? page.rewrite('/404') : page.redirect(paths.person(id), 302);
  }
  if (works?.ok && works.value.meta.page > works.value.meta.pages) return page.rewrite('/404');
  if (failed?.ok === false) failPage(page, failed.error);
  return {
    path: segment === undefined ? paths.people() : paths.person(id),
    groups: groups?.ok ? groups.value.data : null,
    works: works?.ok && job !== null ? { ...works.value, id, job } : null,
    person: person?.ok ? person.value.data : null,
    hasFailed: failed !== undefined,
  };
}
