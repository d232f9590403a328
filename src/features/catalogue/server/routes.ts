import * as calls from '../contract.ts';
import type { Api } from '../../../platform/http/calls/serve.ts';
import { serveOperator } from '../../staff/server/serve-operator.ts';
import { listDeskTitles } from './list-titles.ts';

export function mountCatalogue(api: Api): void {
  serveOperator(api, calls.listDeskTitles, ({ kind }) => kind ?? 'titles', listDeskTitles);
}
