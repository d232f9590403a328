import * as calls from '../contract.ts';
import { exportProgress } from '../export-contract.ts';
import { serve, type Api } from '../../../platform/http/calls/serve.ts';
import { serveOperator, type OperatorService } from '../../staff/server/serve-operator.ts';
import { getContinue, getWatched, listPlayable } from './continue.ts';
import { getForYou } from './for-you.ts';
import { ok } from '../../../platform/outcome.ts';
import { openProgress } from './open-progress.ts';
import { hideProgress, saveProgress } from './save.ts';

type ExportedRow = Record<string, string | number>;

const readObjects: OperatorService<typeof exportProgress> = async (context, { profiles }) => {
  const store = openProgress(context);
  const data = await Promise.all(
    profiles.map(async (profile) => ({ profile, rows: (await store.peek(profile)) as ExportedRow[] | null })),
  );
  return ok({ data });
};

export function mountProgress(app: Api): void {
  serve(app, calls.saveProgress, saveProgress);
  serve(app, calls.getContinue, getContinue);
  serve(app, calls.listPlayable, listPlayable);
  serve(app, calls.getForYou, getForYou);
  serve(app, calls.getWatched, getWatched);
  serve(app, calls.hideProgress, hideProgress);
  serveOperator(app, exportProgress, ({ profiles }) => `${profiles[0] ?? ''} ${String(profiles.length)}`, readObjects);
}
