import type { MyList } from '../my-lists.ts';
import { m } from '../../../platform/text/paraglide/messages.js';

export const LISTS: Record<MyList, { name: () => string; empty: () => string }> = {
  watching: { name: m.list_watching, empty: m.list_watching_empty },
  later: { name: m.list_later, empty: m.list_later_empty },
  bought: { name: m.list_bought, empty: m.list_bought_empty },
  watched: { name: m.list_watched, empty: m.list_watched_empty },
};
