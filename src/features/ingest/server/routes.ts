import * as calls from '../contract.ts';
import * as trackCalls from '../tracks-contract.ts';
import type { Api } from '../../../platform/http/calls/serve.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { serveMachine, serveOperator } from '../../staff/server/serve-operator.ts';
import { cancelIngest, listIngests, retryIngest, setIngestPriority } from './desk-queue.ts';
import { failJob, finishJob, hasDueJob, reportJob, takeJob } from './queue.ts';
import { mountUploads } from './tus.ts';
import { getFilmTracks, nameSound, removeSubtitle, undoTrackChange } from './tracks/edit-tracks.ts';
import { publishSubtitle } from './tracks/publish-subtitle.ts';

export function mountIngest(api: Api): void {
  mountUploads(api);
  serveOperator(api, trackCalls.getFilmTracks, nameTitle, getFilmTracks);
  serveOperator(api, trackCalls.publishSubtitle, nameTitle, publishSubtitle);
  serveOperator(api, trackCalls.removeSubtitle, nameTitle, removeSubtitle);
  serveOperator(api, trackCalls.nameSound, nameTitle, nameSound);
  serveOperator(api, trackCalls.undoTrackChange, nameTitle, undoTrackChange);
  serveOperator(
    api,
    calls.listIngests,
    ({ title }) => (title === undefined ? '' : `title:${String(title)}`),
    listIngests,
  );
  serveMachine(
    api,
    calls.takeIngest,
    ({ worker }) => worker,
    async (context, { worker }, _, { begin, record }) => {
      if (!(await hasDueJob(context))) return ok({ data: null });
      await begin();
      const job = await takeJob(context, worker);
      record({ after: { ingest: job?.id ?? null } });
      return ok({ data: job });
    },
  );
  serveOperator(api, calls.cancelIngest, nameJob, cancelIngest);
  serveOperator(api, calls.retryIngest, nameJob, retryIngest);
  serveOperator(api, calls.setIngestPriority, nameJob, setIngestPriority);
  serveMachine(api, calls.reportIngest, nameJob, async (context, input) => {
    const until = await reportJob(context, input, input);
    return until === null ? fail('ingest_lost') : ok({ data: { lease_until: until } });
  });
  serveOperator(api, calls.finishIngest, nameJob, async (context, job) =>
    (await finishJob(context, job)) ? ok({ data: null }) : fail('ingest_lost'),
  );
  serveOperator(api, calls.failIngest, nameJob, async (context, { code, detail, ...job }, _, record) => {
    if (!(await failJob(context, job, { code, detail }))) return fail('ingest_lost');
    record({ after: { code } });
    return ok({ data: null });
  });
}

const nameTitle = ({ id }: { id: number }) => `title:${String(id)}`;
const nameJob = ({ id }: { id: number }) => `ingest:${String(id)}`;
