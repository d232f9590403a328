import * as calls from '../contract.ts';
import { serve, type Api } from '../../../platform/http/calls/serve.ts';
import { getTitleViewer } from './title-viewer.ts';

export function mountTitlePage(app: Api): void {
  serve(app, calls.getTitleViewer, getTitleViewer);
}
