import * as calls from '../contract.ts';
import { exportProgress } from '../export-contract.ts';
import { serve, type Api } from '../../../platform/http/serve.ts';
import { serveOperator } from '../../../platform/http/serve-operator.ts';
import { getContinue, getWatched } from './continue.ts';
import { readObjects } from './read-objects.ts';
import { hideProgress, saveProgress } from './save.ts';

export function mountProgress(app: Api): void {
  serve(app, calls.saveProgress, saveProgress);
  serve(app, calls.getContinue, getContinue);
  serve(app, calls.getWatched, getWatched);
  serve(app, calls.hideProgress, hideProgress);
  serveOperator(app, exportProgress, ({ profiles }) => `${profiles[0] ?? ''} ${String(profiles.length)}`, readObjects);
}
