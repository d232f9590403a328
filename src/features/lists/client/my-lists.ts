import { map, type ReadableAtom } from 'nanostores';
import { addToList, getListsOfTitle, removeFromList } from '../contract.ts';
import type { OwnList } from '../my-lists.ts';
import { api } from '../../../platform/client/island-api.ts';

export interface TitleLists {
  $lists: ReadableAtom<TitleListsState>;
  load: () => Promise<void>;
  toggle: (list: OwnList) => Promise<void>;
}

interface TitleListsState {
  /** `changed`: the last change was saved. `failed`: the last request failed. */
  state: 'idle' | 'busy' | 'changed' | 'failed';
  lists: readonly OwnList[];
}

export function createTitleLists(id: number): TitleLists {
  const $lists = map<TitleListsState>({ state: 'idle', lists: [] });
  let loaded: Promise<void> | undefined;
  const fetchLists = async () => {
    const answer = await api(getListsOfTitle, { id });
    if (answer.ok) $lists.setKey('lists', answer.value.data);
    else $lists.setKey('state', 'failed');
  };
  return {
    $lists,
    load: () => (loaded ??= fetchLists()),
    toggle: async (list) => {
      if ($lists.get().state === 'busy') return;
      $lists.setKey('state', 'busy');
      // A press that hydrates the panel comes before the lists are loaded.
      await (loaded ??= fetchLists());
      const call = $lists.get().lists.includes(list) ? removeFromList : addToList;
      const answer = await api(call, { list, id });
      $lists.set(answer.ok ? { state: 'changed', lists: answer.value.data } : { ...$lists.get(), state: 'failed' });
    },
  };
}
