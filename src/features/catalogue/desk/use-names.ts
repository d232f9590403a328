import { useCall } from '../../../platform/desk/use-call.ts';
import { splitKeys } from '../art-fields.ts';
import { listDeskTitles, type DeskTitle, type ListedTitle } from '../contract.ts';
import { parseCredits } from '../credits.ts';
import { listCreditedPeople } from '../people-contract.ts';

const [MAX_PEOPLE, MAX_TITLES] = [200, 50];

/** The title with the people and the titles that a draft names beside its own. */
export function useNames(title: DeskTitle, credits: string, related: string): DeskTitle {
  const people = listMissing(
    (parseCredits(credits) ?? []).map(([, id]) => id),
    title.people,
  ).slice(0, MAX_PEOPLE);
  const titles = useTitles(listMissing(splitKeys(related).map(Number), title.related));
  const peopleAnswer = useCall(listCreditedPeople, { ids: people.join() }, { enabled: people.length > 0 });
  return {
    ...title,
    people: people.length === 0 ? title.people : [...title.people, ...(peopleAnswer.data?.data ?? [])],
    related: titles.length === 0 ? title.related : [...title.related, ...titles],
  };
}

export function useTitles(ids: readonly (number | string)[]): readonly ListedTitle[] {
  const list = ids.slice(0, MAX_TITLES);
  const answer = useCall(listDeskTitles, { ids: list.join() }, { enabled: list.length > 0 });
  return list.length === 0 ? [] : (answer.data?.data ?? []);
}

function listMissing(ids: readonly number[], list: DeskTitle['people']): number[] {
  const names = new Set(list.map(({ id }) => id));
  return [...new Set(ids)].filter((id) => !names.has(id));
}
