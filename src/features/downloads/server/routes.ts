import * as calls from '../contract.ts';
import { serve, type Api } from '../../../platform/http/serve.ts';
import { listDownloads } from './owned.ts';
import { getDownloadLink } from './renew-link.ts';

export function mountDownloads(app: Api): void {
  serve(app, calls.listDownloads, listDownloads);
  serve(app, calls.getDownloadLink, getDownloadLink);
}
