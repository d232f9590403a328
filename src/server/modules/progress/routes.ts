import * as calls from '../../../contract/progress.ts';
import { serve, type Api } from '../../lib/serve.ts';
import { getContinue, getWatched } from './continue.ts';
import { hideProgress, saveProgress } from './save.ts';

/** Mounts every call of contract/progress.ts. Each asks for a profile by itself: a kids session has one unsigned. */
export function mountProgress(app: Api): void {
  serve(app, calls.saveProgress, saveProgress);
  serve(app, calls.getContinue, getContinue);
  serve(app, calls.getWatched, getWatched);
  serve(app, calls.hideProgress, hideProgress);
}
