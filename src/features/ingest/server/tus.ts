import type { Context } from 'hono';
import { ERROR_STATUS, type ErrorCode } from '../../../platform/http/calls/errors.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { respondFailure } from '../../../platform/http/calls/respond.ts';
import type { Api, ApiEnv } from '../../../platform/http/calls/serve.ts';
import { API_BASE } from '../../../platform/http/calls/api-base.ts';
import { fail, type Failure, type Outcome } from '../../../platform/outcome.ts';
import { admitOperator, allow } from '../../staff/server/serve-operator.ts';
import { beginAct, endAct } from '../../staff/server/trail.ts';
import { MAX_UPLOAD_BYTES, UPLOADS_PATH } from '../upload-rules.ts';
import { readMetadata } from './read-metadata.ts';
import { CHECKSUMS, checkLength, readPart } from './read-part.ts';
import { receivePart } from './receive-part.ts';
import { createUpload, endUpload, findUpload, getPartBytes, storePart, type Upload } from './uploads.ts';

/** The server of tus 1.0.0 (https://tus.io/protocols/resumable-upload), with the extensions that it names. */
const VERSION = '1.0.0';
const PERMISSION = 'media.write';
const DESCRIPTION = {
  'tus-version': VERSION,
  'tus-extension': 'creation,termination,checksum,expiration',
  'tus-max-size': String(MAX_UPLOAD_BYTES),
  'tus-checksum-algorithm': CHECKSUMS,
};
const HEADERS = { 'tus-resumable': VERSION, 'cache-control': 'no-store' };
const ONE = `${UPLOADS_PATH}/:id`;

type Act = (c: Context<ApiEnv>, context: RequestContext, operator: string) => Promise<Response | Failure<ErrorCode>>;

export function mountUploads(api: Api): void {
  for (const path of [UPLOADS_PATH, ONE]) api.on('OPTIONS', path, () => describe(204));
  api.on('POST', UPLOADS_PATH, admit(create));
  api.on('GET', ONE, admit(tell));
  const acts: Readonly<Record<string, Act>> = { PATCH: append, DELETE: remove };
  api.on(['PATCH', 'DELETE', 'POST'], ONE, (c) => {
    const act = acts[(c.req.header('x-http-method-override') ?? c.req.method).toUpperCase()];
    return act ? admit(act)(c) : respondFailure(fail('method_not_allowed'), HEADERS);
  });
}

const describe = (status: number) => new Response(null, { status, headers: { ...HEADERS, ...DESCRIPTION } });

/** The role is read at each request: it may be taken in the middle of an upload. */
function admit(act: Act) {
  return async (c: Context<ApiEnv>): Promise<Response> => {
    const context = c.get('request');
    const refuse = (failure: Failure<ErrorCode>) =>
      respondFailure(
        failure,
        failure.code === 'upload_version' ? { ...HEADERS, ...DESCRIPTION } : HEADERS,
        context.locale,
      );
    const admitted = await admitOperator(context, 'machine');
    if (!admitted.ok) return refuse(admitted);
    const allowed = allow(admitted.value, PERMISSION);
    if (!allowed.ok) return refuse(allowed);
    if (c.req.header('tus-resumable') !== VERSION) return refuse(fail('upload_version'));
    const answer = await act(c, context, admitted.value.name);
    return answer instanceof Response ? answer : refuse(answer);
  };
}

function answerUpload(
  status: number,
  { received, expires_at: at, state }: Upload,
  headers: Record<string, string> = {},
): Response {
  const expires: Record<string, string> =
    state === 'open' ? { 'upload-expires': new Date(at * 1000).toUTCString() } : {};
  return new Response(null, {
    status,
    headers: { ...HEADERS, ...expires, 'upload-offset': String(received), ...headers },
  });
}

const create: Act = async (c, context, operator) => {
  const bytes = readCount(c.req.header('upload-length'));
  if (bytes === null || bytes === 0) return fail('upload_length');
  if (bytes > MAX_UPLOAD_BYTES) return fail('upload_too_large');
  const metadata = readMetadata(c.req.header('upload-metadata') ?? null);
  if (!metadata) return fail('upload_metadata');
  const created = await record(context, { operator, action: 'createUpload', title: metadata.title }, () =>
    createUpload(context, operator, { ...metadata, bytes }),
  );
  if (!created.ok) return created;
  return answerUpload(201, created.value, { location: `${API_BASE}${UPLOADS_PATH}/${created.value.id}` });
};

const tell: Act = async (c, context, operator) => {
  const row = await findUpload(context, operator, c.req.param('id') ?? '');
  if (!row) return fail('upload_unknown');
  return answerUpload(200, row, { 'upload-length': String(row.bytes) });
};

const append: Act = async (c, context, operator) => {
  if (c.req.header('content-type') !== 'application/offset+octet-stream') return fail('unsupported_media_type');
  const offset = readCount(c.req.header('upload-offset'));
  if (offset === null) return fail('upload_part');
  const row = await findUpload(context, operator, c.req.param('id') ?? '');
  if (!row) return fail('upload_unknown');
  if (offset !== row.received) return fail('upload_offset');
  const bytes = getPartBytes(row);
  const fault = checkLength(c.req.raw, bytes);
  if (fault !== null) return fail(fault);
  if (bytes === 0) {
    const rest = await readPart(c.req.raw, 0);
    return rest.ok ? answerUpload(204, row) : rest;
  }
  const isLast = offset + bytes === row.bytes;
  const stored = await receivePart(c.req.raw, context, row, (part, lease, now) => {
    const store = () => storePart({ ...context, now }, row, { part, lease });
    return isLast ? record(context, { operator, action: 'completeUpload', title: row.title_id }, store) : store();
  });
  return stored.ok ? answerUpload(204, stored.value) : stored;
};

const remove: Act = async (c, context, operator) => {
  const row = await findUpload(context, operator, c.req.param('id') ?? '');
  if (!row) return fail('upload_unknown');
  const ended = await record(context, { operator, action: 'removeUpload', title: row.title_id }, () =>
    endUpload(context, row),
  );
  return ended.ok ? new Response(null, { status: 204, headers: HEADERS }) : ended;
};

/** A row of the trail: for an upload and its end, not for each part. */
async function record<T>(
  context: RequestContext,
  { operator, action, title }: { operator: string; action: string; title: number },
  work: () => Promise<Outcome<T, ErrorCode>>,
): Promise<Outcome<T, ErrorCode>> {
  const id = await beginAct(context, { operator, action, permission: PERMISSION, subject: `title:${String(title)}` });
  const outcome = await work();
  const { kind, name, bytes } = ((outcome.ok ? outcome.value : null) as Partial<Upload> | null) ?? {};
  await endAct(
    context,
    id,
    outcome.ok ? 200 : ERROR_STATUS[outcome.code],
    kind ? { after: { kind, name, bytes } } : {},
  );
  return outcome;
}

function readCount(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
