import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { buildTextInput, reason } from '../../platform/http/calls/reason.ts';
import { TITLE_KINDS } from '../../platform/kinds.ts';
import { idInput } from '../titles/contract/shapes.ts';
import { TEXT_KINDS } from './upload-rules.ts';

/** The queue of film files, for the desk and for the machines that work on it. Epoch seconds. Files come by tus. */

export const JOB_STATES = ['waiting', 'leased', 'working', 'done', 'failed', 'cancelled'] as const;
export type JobState = (typeof JOB_STATES)[number];
export const JOB_KINDS = ['film', 'trailer'] as const;
export const PRIORITIES = [-1, 0, 1] as const;
/** Why a job failed; `worker_lost`: its worker died again and again at one place. */
export const JOB_FAILURES = [
  ...([
    'not_video',
    'too_long',
    'damaged',
    'unsupported',
    'mono',
    'subtitles',
    'title_missing',
    'original_missing',
  ] as const),
  ...(['disk_full', 'no_ffmpeg', 'storage', 'busy', 'worker_lost', 'unforeseen'] as const),
] as const;
export type JobFailure = (typeof JOB_FAILURES)[number];

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const language = v.nullable(v.pipe(v.string(), v.maxLength(20)));
const title = v.pipe(v.string(), v.maxLength(200));

/** The tracks of a file, by a probe. */
export const fileReport = v.object({
  seconds: v.pipe(v.number(), v.minValue(0)),
  width: count,
  height: count,
  frame_rate: v.pipe(v.number(), v.minValue(0)),
  is_hdr: v.boolean(),
  sounds: v.pipe(
    v.array(v.object({ language, channels: count, title, is_description: v.boolean() })),
    v.maxLength(100),
  ),
  subtitles: v.pipe(
    v.array(v.object({ language, is_text: v.boolean(), is_forced: v.boolean(), is_for_deaf: v.boolean() })),
    v.maxLength(100),
  ),
  chapters: count,
  renditions: v.pipe(v.array(v.pipe(v.string(), v.maxLength(40))), v.maxLength(40)),
});
export type FileReport = v.InferOutput<typeof fileReport>;

const ingestJob = v.object({
  id: v.number(),
  title_id: v.number(),
  /** Null: the title was removed. */
  title_kind: v.nullable(v.picklist(TITLE_KINDS)),
  name_fa: v.nullable(v.string()),
  name_en: v.nullable(v.string()),
  kind: v.picklist(JOB_KINDS),
  /** The file's own name. */
  file: v.string(),
  bytes: v.number(),
  state: v.picklist(JOB_STATES),
  /** Leased, and its worker has not reported in time: another one takes it. */
  is_late: v.boolean(),
  priority: v.picklist(PRIORITIES),
  tries: v.number(),
  worker: v.nullable(v.string()),
  /** Of 1000. */
  progress: v.number(),
  step: v.string(),
  code: v.nullable(v.picklist(JOB_FAILURES)),
  /** The command's own words, in English. */
  detail: v.string(),
  report: v.nullable(fileReport),
  operator: v.string(),
  created_at: v.number(),
  updated_at: v.number(),
});
export type IngestJob = v.InferOutput<typeof ingestJob>;

export const listIngests = defineCall({
  name: 'listIngests',
  method: 'GET',
  path: '/operator/ingests',
  summary: 'Film files with their work, the newest first, 50 a page: of one state, or of a title.',
  access: { caller: 'operator', permission: 'titles.read' },
  input: v.object({
    state: v.optional(v.picklist(JOB_STATES)),
    title: v.optional(idInput),
    before: v.optional(v.pipe(idInput, v.minValue(1))),
  }),
  output: v.object({ data: v.array(ingestJob), next: v.nullable(v.number()) }),
});

export const cancelIngest = defineCall({
  name: 'cancelIngest',
  method: 'POST',
  path: '/operator/ingests/:id/cancel',
  summary: 'Takes a file out of the queue, also from the worker that has it, which learns it within 20 seconds.',
  access: { caller: 'operator', permission: 'media.write' },
  input: v.object({ id: idInput, reason }),
  output: v.object({ data: ingestJob }),
});

export const retryIngest = defineCall({
  name: 'retryIngest',
  method: 'POST',
  path: '/operator/ingests/:id/retry',
  summary: 'Puts the file of a job that is over into the queue again, with the newest subtitles of the title.',
  access: { caller: 'operator', permission: 'media.write' },
  input: v.object({ id: idInput }),
  output: v.object({ data: ingestJob }),
});

export const setIngestPriority = defineCall({
  name: 'setIngestPriority',
  method: 'POST',
  path: '/operator/ingests/:id/priority',
  summary: 'Puts a job that waits before the others, or behind them.',
  access: { caller: 'operator', permission: 'media.write' },
  input: v.object({ id: idInput, priority: v.picklist(PRIORITIES) }),
  output: v.object({ data: ingestJob }),
});

/** The original of a film, or a file of subtitles, in the bucket. */
const original = v.object({ key: v.string(), name: v.string(), bytes: v.number() });

const work = v.object({
  id: v.number(),
  lease: v.string(),
  title: v.object({ kind: v.picklist(TITLE_KINDS), id: v.number() }),
  kind: v.picklist(JOB_KINDS),
  original,
  subtitles: v.array(v.object({ ...original.entries, language: v.string(), text_kind: v.picklist(TEXT_KINDS) })),
  /** The operator who sent the file, or started its job again. */
  operator: v.string(),
});
export type IngestWork = v.InferOutput<typeof work>;

const leaseInput = v.pipe(v.string(), v.uuid());
const worker = { caller: 'operator', permission: 'ingest.work' } as const;

export const takeIngest = defineCall({
  name: 'takeIngest',
  method: 'POST',
  path: '/operator/ingests/take',
  summary: 'Leases the next job for three minutes, or answers null. A job whose lease has ended is taken over.',
  access: worker,
  input: v.object({ worker: buildTextInput(1, 80) }),
  output: v.object({ data: v.nullable(work) }),
});

export const reportIngest = defineCall({
  name: 'reportIngest',
  method: 'POST',
  path: '/operator/ingests/:id/report',
  summary: 'How far a job is; renews the lease. Refused where the job is another’s by now, or was cancelled.',
  access: worker,
  input: v.object({
    id: idInput,
    lease: leaseInput,
    progress: v.pipe(count, v.maxValue(1000)),
    step: buildTextInput(0, 60),
    report: v.optional(fileReport),
  }),
  output: v.object({ data: v.object({ lease_until: v.number() }) }),
});

export const finishIngest = defineCall({
  name: 'finishIngest',
  method: 'POST',
  path: '/operator/ingests/:id/finish',
  summary: 'The title plays the file.',
  access: worker,
  input: v.object({ id: idInput, lease: leaseInput }),
  output: v.object({ data: v.null() }),
});

export const failIngest = defineCall({
  name: 'failIngest',
  method: 'POST',
  path: '/operator/ingests/:id/fail',
  summary: 'The job cannot be done, and why.',
  access: worker,
  input: v.object({
    id: idInput,
    lease: leaseInput,
    code: v.picklist(JOB_FAILURES),
    detail: v.pipe(v.string(), v.maxLength(4000)),
  }),
  output: v.object({ data: v.null() }),
});
