import * as calls from '../contract.ts';
import {
  getLists,
  type getListsOfTitle as ofTitleCall,
  type getMyList as listCall,
  type getMyLists as listsCall,
} from '../contract.ts';
import { serve, type Api, type Service } from '../../../platform/http/calls/serve.ts';
import { addToList, removeFromList } from './change.ts';
import { getLists as listLists } from './lists.ts';
import { LIST_PREVIEW, TITLES_PER_PAGE } from '../../../platform/config/constants.ts';
import { MY_LISTS } from '../my-lists.ts';
import { ok } from '../../../platform/outcome.ts';
import { toPageMeta } from '../../titles/server/page-meta.ts';
import { requireUser } from '../../accounts/server/require-user.ts';
import { buildListQueries, findListsWithTitle } from './list-queries.ts';

/** Empty lists too. */
const getMyLists: Service<typeof listsCall> = async (context) => {
  const { db, now } = context;
  const userId = requireUser(context).id;
  const data = await Promise.all(
    MY_LISTS.map(async (list) => {
      const [items, [counted]] = await db.batch(
        await buildListQueries(context, { userId, list, now, limit: LIST_PREVIEW }),
      );
      return { list, total: counted?.total ?? 0, items };
    }),
  );
  return ok({ data });
};

/** A page of 48 titles; beyond the last it is empty. */
const getMyList: Service<typeof listCall> = async (context, { list, page }) => {
  const { db, now } = context;
  const userId = requireUser(context).id;
  const offset = (page - 1) * TITLES_PER_PAGE;
  const [data, [counted]] = await db.batch(
    await buildListQueries(context, { userId, list, now, limit: TITLES_PER_PAGE, offset }),
  );
  return ok({ data, meta: toPageMeta(page, counted?.total ?? 0, TITLES_PER_PAGE) });
};

const getListsOfTitle: Service<typeof ofTitleCall> = async (context, { id }) => {
  return ok({ data: await findListsWithTitle(context, requireUser(context).id, id) });
};

export function mountMyLists(app: Api): void {
  serve(app, getLists, listLists);
  serve(app, calls.getMyLists, getMyLists);
  serve(app, calls.getMyList, getMyList);
  serve(app, calls.getListsOfTitle, getListsOfTitle);
  serve(app, calls.addToList, addToList);
  serve(app, calls.removeFromList, removeFromList);
}
