import { getAppDetails, type AppDetails } from '../features/site/contract.ts';
import { getCategories, getGenres } from '../features/titles/contract/catalogue.ts';
import type { Output } from '../platform/http/calls/call.ts';
import { listMagazines } from '../features/magazines/contract.ts';
import type { Api } from '../platform/client/api.ts';
import { setSupportPhone } from '../platform/text/support-phone.ts';

/** A part that failed is empty: a menu must not take the page down. */
export interface Shell {
  /** Key to label in the visitor's language. */
  genres: Output<typeof getGenres>;
  categories: Output<typeof getCategories>;
  magazines: Output<typeof listMagazines>['data'];
  details: AppDetails | null;
}

export async function loadAppDetails(api: Api) {
  const answer = await api(getAppDetails, {});
  if (answer.ok) setSupportPhone(answer.value.data.data.support_phone);
  return answer;
}

/** Kids mode shows no menus, and its magazines are refused. */
export async function loadShell(
  api: Api,
  { kids }: { kids: boolean },
  loadDetails = () => loadAppDetails(api),
): Promise<Shell> {
  const [genres, categories, magazines, details] = await Promise.all([
    api(getGenres, {}),
    api(getCategories, {}),
    kids ? null : api(listMagazines, {}),
    loadDetails(),
  ]);
  // Spec 8.07: only logged.
  for (const [name, answer] of Object.entries({ genres, categories, magazines, details })) {
    if (answer?.ok === false) console.error(`the shell's ${name}: ${answer.error.code} ${answer.error.message}`);
  }
  return {
    genres: genres.ok ? genres.value : {},
    categories: categories.ok ? categories.value : [],
    magazines: magazines?.ok ? magazines.value.data : [],
    details: details.ok ? details.value.data.data : null,
  };
}
