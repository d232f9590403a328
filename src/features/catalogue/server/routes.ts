import * as calls from '../contract.ts';
import type { Api } from '../../../platform/http/calls/serve.ts';
import { serveOperator } from '../../staff/server/serve-operator.ts';
import { getDeskTitle, undoTitleChange, updateTitle } from './edit-title.ts';
import { hideTitle, showTitle } from './publish-title.ts';
import { listDeskTitles } from './list-titles.ts';

export function mountCatalogue(api: Api): void {
  serveOperator(api, calls.listDeskTitles, ({ kind }) => kind ?? 'titles', listDeskTitles);
  serveOperator(api, calls.getDeskTitle, nameTitle, getDeskTitle);
  serveOperator(api, calls.updateTitle, nameTitle, updateTitle);
  serveOperator(api, calls.undoTitleChange, nameTitle, undoTitleChange);
  serveOperator(api, calls.hideTitle, nameTitle, hideTitle);
  serveOperator(api, calls.showTitle, nameTitle, showTitle);
}

function nameTitle({ id }: { id: number }): string {
  return `title:${String(id)}`;
}
