import * as calls from '../contract.ts';
import { getLists } from '../contract.ts';
import { serve, type Api } from '../../../platform/http/serve.ts';
import { addToList, removeFromList } from './change.ts';
import { getLists as listLists } from './lists.ts';
import { getListsOfTitle, getMyList, getMyLists } from './my-lists.ts';

export function mountMyLists(app: Api): void {
  serve(app, getLists, listLists);
  serve(app, calls.getMyLists, getMyLists);
  serve(app, calls.getMyList, getMyList);
  serve(app, calls.getListsOfTitle, getListsOfTitle);
  serve(app, calls.addToList, addToList);
  serve(app, calls.removeFromList, removeFromList);
}
