// Cloudflare's API after its documents: "Query D1 Database", "Import SQL into your D1 Database", "Write key-value pair",
// "Create Database", "Create Bucket", "Create a Namespace", and D1's limits, which Miniflare's D1 has. A token opens one
// account. fake-workers.ts has the calls of Workers, fake-edge.ts what runs at workers.dev.
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { startFakeEdge, type FakeEdge } from './fake-edge.ts';
import { createWorkersApi, Refusal, type ApiRequest, type Stores, type WorkersApi } from './fake-workers.ts';

type Action = 'query' | 'import' | 'upload' | 'values';

export interface FakeCloudflare {
  /** Settings of wrangler. */
  env: { CLOUDFLARE_API_BASE_URL: string; CLOUDFLARE_ACCOUNT_ID: string; CLOUDFLARE_API_TOKEN: string };
  /** The account's key in place of a token, the older way to sign in. */
  keyEnv: { CLOUDFLARE_API_KEY: string; CLOUDFLARE_EMAIL: string };
  db: D1Database;
  /** The pairs of Workers KV. */
  pairs: Map<string, string>;
  stores: Stores;
  workers: WorkersApi;
  edge: FakeEdge;
  /** The answer to one request of an action or path, in the order of requests; before it acts. Status 0 cuts the line. */
  faults: { action: Action | RegExp; status: number; code: number; message: string }[];
  /** So many files are run, and the answer to their "ingest" is lost. */
  lostAnswers: number;
  close: () => Promise<void>;
}

const ACCOUNT = '0123456789abcdef0123456789abcdef';
const TOKEN = 'a-token-of-the-tests';
const EMAIL = 'operator@site.example';
/** The ids of wrangler.toml, as it is in the repository. */
const DATABASE = '00000000-0000-0000-0000-000000000000';
const NAMESPACE = DATABASE.replaceAll('-', '');
const MODULE = 'export default { fetch: () => new Response(null) }';

/** An account with the stores of wrangler.toml, or a new one. */
export async function startFakeCloudflare({ isNew = false } = {}): Promise<FakeCloudflare> {
  const stores: Stores = {
    databases: new Map(isNew ? [] : [[DATABASE, 'pardeh']]),
    namespaces: new Map(isNew ? [] : [[NAMESPACE, 'CONFIG']]),
    buckets: new Set(isNew ? [] : ['pardeh-media']),
  };
  const worker = { modules: true, script: MODULE, d1Databases: ['DB'] };
  const storage = new Miniflare(convertV4MiniflareOptions({ host: '127.0.0.1', cf: false, workers: [worker] }));
  const database: unknown = await storage.getD1Database('DB');
  const uploads = new Map<string, string>();
  const server = createServer((request, response) => {
    respond(fake, uploads, request, response).catch((error: unknown) => {
      refuse(response, error instanceof Refusal ? error : { status: 500, code: 7500, message: String(error) });
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const fake: FakeCloudflare = {
    env: {
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${String(port)}/client/v4`,
      CLOUDFLARE_ACCOUNT_ID: ACCOUNT,
      CLOUDFLARE_API_TOKEN: TOKEN,
    },
    keyEnv: { CLOUDFLARE_API_KEY: TOKEN, CLOUDFLARE_EMAIL: EMAIL },
    db: database as D1Database,
    ...{ stores, workers: createWorkersApi(stores), edge: startFakeEdge(stores) },
    ...{ pairs: new Map(), faults: [], lostAnswers: 0 },
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await storage.dispose();
    },
  };
  return fake;
}

const write = (response: ServerResponse, status: number, body: object) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const grant = (response: ServerResponse, result: unknown) =>
  write(response, 200, { success: true, errors: [], messages: [], result });

const refuse = (response: ServerResponse, { status, code, message }: Omit<Refusal, 'name'>) =>
  write(response, status, { success: false, errors: [{ code, message }], messages: [], result: null });

async function respond(
  fake: FakeCloudflare,
  uploads: Map<string, string>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://fake');
  if (await fake.edge.serve(request, response)) return;
  const bytes = new Uint8Array(await buffer(request));
  const body = new TextDecoder().decode(bytes);
  const route =
    /^\/client\/v4\/accounts\/([^/]+)\/(?:d1\/database\/([^/]+)\/(query|import)|storage\/kv\/namespaces\/[^/]+\/(values)\/(.+))$/;
  const [, , database = '', d1Action, kvAction, key = ''] = route.exec(pathname) ?? [];
  const action = pathname.startsWith('/upload/') ? 'upload' : (d1Action ?? kvAction);
  const fault = fake.faults.findIndex((entry) =>
    entry.action instanceof RegExp
      ? entry.action.test(`${String(request.method)} ${pathname}`)
      : entry.action === action,
  );
  const [refusal] = fault === -1 ? [] : fake.faults.splice(fault, 1);
  if (refusal?.status === 0) {
    response.destroy();
    return;
  }
  if (refusal) {
    refuse(response, refusal);
    return;
  }
  if (action === 'upload') {
    uploads.set(pathname.slice('/upload/'.length), body);
    response.writeHead(200, { etag: `"${toEtag(body)}"` }).end();
    return;
  }
  const prefix = `/client/v4/accounts/${ACCOUNT}/`;
  const path = pathname.slice(prefix.length);
  const isSignedIn =
    request.headers.authorization === `Bearer ${TOKEN}` ||
    (request.headers['x-auth-key'] === TOKEN && request.headers['x-auth-email'] === EMAIL) ||
    path === 'workers/assets/upload';
  if (!isSignedIn || !pathname.startsWith(prefix)) throw new Refusal(403, 10_000, 'Authentication error');
  if (d1Action !== undefined && !fake.stores.databases.has(database))
    throw new Refusal(404, 7404, `The database ${database} could not be found`);
  if (action === 'values') {
    fake.pairs.set(decodeURIComponent(key), body);
    grant(response, {});
  } else if (action === 'query') await queryDatabase(fake, response, (JSON.parse(body) as { sql: string }).sql);
  else if (action === 'import') await importSql(fake, uploads, response, JSON.parse(body) as ImportStep);
  else {
    const { method = 'GET', headers } = request;
    const call: ApiRequest = { method, path, query, headers, body: bytes };
    const created = createStore(fake.stores, call);
    const result = created ?? (await fake.edge.answer(call)) ?? (await fake.workers.answer(call));
    if (result === undefined) throw new Refusal(404, 7000, `No route for that URI: ${method} ${pathname}`);
    grant(response, result);
  }
}

function createStore({ databases, namespaces, buckets }: Stores, { method, path, body }: ApiRequest): unknown {
  const { name = '', title = '' } =
    method === 'POST' && /^(d1|r2|storage)\//.test(path)
      ? (JSON.parse(new TextDecoder().decode(body)) as { name?: string; title?: string })
      : {};
  const id = randomUUID();
  if (path === 'd1/database' && name !== '') {
    if ([...databases.values()].includes(name))
      throw new Refusal(400, 7502, 'A database with that name already exists');
    databases.set(id, name);
    return { uuid: id, name };
  }
  if (path === 'storage/kv/namespaces' && title !== '') {
    if ([...namespaces.values()].includes(title))
      throw new Refusal(400, 10_014, 'a namespace with this title already exists');
    namespaces.set(id.replaceAll('-', ''), title);
    return { id: id.replaceAll('-', ''), title };
  }
  if (path === 'r2/buckets' && name !== '') {
    if (buckets.has(name))
      throw new Refusal(409, 10_004, 'The bucket you tried to create already exists, and you own it.');
    buckets.add(name);
    return { name };
  }
  const bucket = /^r2\/buckets\/([\w-]+)$/.exec(path)?.[1];
  if (method === 'GET' && bucket !== undefined) {
    if (!buckets.has(bucket)) throw new Refusal(404, 10_006, 'The specified bucket does not exist.');
    return { name: bucket };
  }
  return undefined;
}

async function queryDatabase(fake: FakeCloudflare, response: ServerResponse, sql: string): Promise<void> {
  try {
    grant(response, await runBatch(fake, sql));
  } catch (error) {
    refuse(response, { status: 400, code: 7500, message: String(error) });
  }
}

/** "Supports multiple statements, joined by semicolons, which will be executed as a batch." */
async function runBatch({ db }: FakeCloudflare, sql: string): Promise<D1Result[]> {
  return db.batch(splitStatements(sql).map((part) => db.prepare(part)));
}

interface ImportStep {
  action: 'init' | 'ingest' | 'poll';
  etag: string;
  filename: string;
  current_bookmark: string;
}

/** Three steps: an address for the file, the file is there, and questions until it is done. */
async function importSql(
  fake: FakeCloudflare,
  uploads: Map<string, string>,
  response: ServerResponse,
  step: ImportStep,
): Promise<void> {
  const state = { at_bookmark: step.current_bookmark, messages: [], success: true, type: 'import' };
  if (step.action === 'init') {
    const filename = `${randomUUID()}.sql`;
    const { origin } = new URL(fake.env.CLOUDFLARE_API_BASE_URL);
    grant(response, { ...state, at_bookmark: '', filename, upload_url: `${origin}/upload/${filename}` });
  } else if (step.action === 'ingest') {
    if (toEtag(uploads.get(step.filename) ?? '') !== step.etag)
      refuse(response, { status: 400, code: 7500, message: 'etag does not match' });
    else if (fake.lostAnswers > 0) {
      fake.lostAnswers -= 1;
      await runBatch(fake, uploads.get(step.filename) ?? '');
      response.destroy();
    } else grant(response, { ...state, at_bookmark: step.filename, filename: step.filename, status: 'active' });
  } else {
    try {
      const results = await runBatch(fake, uploads.get(step.current_bookmark) ?? '');
      const { meta } = results[0] ?? {};
      const result = { final_bookmark: 'end', num_queries: results.length, meta };
      grant(response, { ...state, status: 'complete', result });
    } catch (error) {
      grant(response, { ...state, status: 'error', success: false, error: String(error), errors: [String(error)] });
    }
  }
}

const toEtag = (body: string) => createHash('md5').update(body).digest('hex');

/** A semicolon ends a statement outside of texts, names, comments, and the body of a trigger. */
function splitStatements(sql: string): string[] {
  const parts: string[] = [];
  let part = '';
  let depth = 0;
  for (const [token] of sql.matchAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\w+|\s+|./g)) {
    if (token === ';' && depth === 0) {
      if (part.trim() !== '') parts.push(part.trim());
      part = '';
      continue;
    }
    if (/^(BEGIN|CASE)$/i.test(token)) depth += 1;
    else if (/^END$/i.test(token)) depth -= 1;
    if (!token.startsWith('--') && !token.startsWith('/*')) part += token;
  }
  return part.trim() === '' ? parts : [...parts, part.trim()];
}
