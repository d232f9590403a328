import * as calls from '../../../contract/downloads.ts';
import { serve, type Api } from '../../lib/serve.ts';
import { listDownloads } from './owned.ts';

/** Mounts every call of contract/downloads.ts. */
export function mountDownloads(app: Api): void {
  serve(app, calls.listDownloads, listDownloads);
}
