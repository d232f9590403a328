import * as calls from '../../../contract/my-lists.ts';
import { serve, type Api } from '../../lib/serve.ts';
import { addToList, removeFromList } from './change.ts';
import { getListsOfTitle, getMyList, getMyLists } from './my-lists.ts';

/** Mounts every call of contract/my-lists.ts. */
export function mountMyLists(app: Api): void {
  serve(app, calls.getMyLists, getMyLists);
  serve(app, calls.getMyList, getMyList);
  serve(app, calls.getListsOfTitle, getListsOfTitle);
  serve(app, calls.addToList, addToList);
  serve(app, calls.removeFromList, removeFromList);
}
