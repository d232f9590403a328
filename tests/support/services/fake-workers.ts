// Workers in the stand-in of Cloudflare's API, after its documents: "Upload Worker Module", "Create Assets Upload
// Session", "Upload Assets", "Add script secret", "Create Deployment", "Update Cron Triggers".
import { randomUUID } from 'node:crypto';

export interface ApiRequest {
  method: string;
  /** Below /client/v4/accounts/<account>/. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string | string[] | undefined>;
  body: Uint8Array;
}

export class Refusal extends Error {
  readonly status: number;
  readonly code: number;
  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export interface Binding {
  type: string;
  name: string;
  text?: string;
  [field: string]: unknown;
}

export interface Version {
  id: string;
  bindings: Binding[];
  modules: Map<string, string>;
  /** Hash by path. */
  assets: Map<string, string> | null;
  metadata: Record<string, unknown>;
  created: string;
}

export interface Script {
  tag: string;
  versions: Version[];
  /** Version ids, the newest first. */
  deployments: string[];
  classes: Set<string>;
  migrationTag?: string;
  crons: string[];
  domains: string[];
  workersDev: boolean;
}

/** Stores of the account, by id; buckets by name. */
export interface Stores {
  databases: Map<string, string>;
  namespaces: Map<string, string>;
  buckets: Set<string>;
}

interface Session {
  manifest: Map<string, string>;
  missing: Set<string>;
}

interface Metadata {
  main_module?: string;
  bindings?: Binding[];
  keep_bindings?: string[];
  compatibility_date?: string;
  migrations?: { old_tag?: string; new_tag?: string; steps?: { new_sqlite_classes?: string[] }[] };
  assets?: { jwt?: string };
}

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const NO_WORKER = new Refusal(404, 10_007, 'This Worker does not exist on your account.');
const AUTHENTICATION = new Refusal(403, 10_000, 'Authentication error');
const invalid = (message: string, code = 10_021) => new Refusal(400, code, message);

export type WorkersApi = ReturnType<typeof createWorkersApi>;

export function createWorkersApi(stores: Stores) {
  const scripts = new Map<string, Script>();
  /** Assets that the account has, by hash. */
  const stored = new Map<string, Uint8Array>();
  const sessions = new Map<string, Session>();
  const completed = new Map<string, Map<string, string>>();

  const find = (name: string): Script => {
    const script = scripts.get(name);
    if (!script) throw NO_WORKER;
    return script;
  };
  const getCurrent = (script: Script) => script.versions.find(({ id }) => id === script.deployments[0]);
  const add = (name: string, script: Script, version: Version, deploy: boolean) => {
    scripts.set(name, script);
    script.versions.push(version);
    if (deploy) script.deployments.unshift(version.id);
    return version;
  };

  const openSession = ({ body }: ApiRequest) => {
    const { manifest } = JSON.parse(decode(body)) as { manifest: Record<string, { hash: string; size: number }> };
    const entries = Object.entries(manifest);
    if (entries.some(([path, { hash }]) => !path.startsWith('/') || !/^[\da-f]{32}$/.test(hash)))
      throw invalid('Invalid asset manifest', 10_304);
    const hashes = new Map(entries.map(([path, { hash }]) => [path, hash]));
    const missing = new Set([...hashes.values()].filter((hash) => !stored.has(hash)));
    const token = toToken();
    if (missing.size === 0) completed.set(token, hashes);
    else sessions.set(token, { manifest: hashes, missing });
    const list = [...missing];
    const buckets = list.flatMap((_, at) => (at % 50 === 0 ? [list.slice(at, at + 50)] : []));
    return { jwt: token, buckets };
  };

  const takeAssets = async (request: ApiRequest) => {
    const token = String(request.headers.authorization).replace('Bearer ', '');
    const session = sessions.get(token);
    if (!session) throw AUTHENTICATION;
    if (request.query.get('base64') !== 'true') throw invalid('base64 is required', 10_305);
    for (const [hash, file] of await readForm(request)) {
      if (!session.missing.delete(hash) || typeof file === 'string')
        throw invalid(`Asset ${hash} is not part of the upload session`, 10_306);
      stored.set(
        hash,
        Uint8Array.from(atob(await file.text()), (sign) => sign.charCodeAt(0)),
      );
    }
    if (session.missing.size > 0) return { jwt: null };
    const completion = toToken();
    completed.set(completion, session.manifest);
    return { jwt: completion };
  };

  const upload = async (name: string, request: ApiRequest, deploy: boolean): Promise<Version> => {
    const before = scripts.get(name);
    const form = await readForm(request);
    const metadata = readMetadata(form) as Metadata;
    const parts = [...form].filter((part): part is [string, File] => typeof part[1] !== 'string');
    const modules = new Map(await Promise.all(parts.map(async ([part, file]) => [part, await file.text()] as const)));
    const main = modules.get(metadata.main_module ?? '');
    if (main === undefined) throw invalid('No such module: main_module is not among the parts.');
    if ((metadata.compatibility_date ?? '') > new Date().toISOString().slice(0, 10))
      throw invalid('Can not set compatibility date in the future.');
    const script: Script = before ?? {
      ...{ tag: randomUUID().replaceAll('-', ''), versions: [], deployments: [], classes: new Set() },
      ...{ crons: [], domains: [], workersDev: false },
    };
    const classes = migrate(script, metadata, main);
    const newBindings = metadata.bindings ?? [];
    for (const binding of newBindings) checkBinding(stores, classes, binding);
    const assets = metadata.assets ? completed.get(metadata.assets.jwt ?? '') : null;
    if (assets === undefined) throw invalid('The completion token of the assets is not valid.', 10_307);
    if (newBindings.some(({ type }) => type === 'assets') && !assets)
      throw invalid('An assets binding without assets.');
    const names = new Set(newBindings.map((binding) => binding.name));
    const keptBindings = (before?.versions.at(-1)?.bindings ?? []).filter(
      (binding) => metadata.keep_bindings?.includes(binding.type) === true && !names.has(binding.name),
    );
    script.classes = classes;
    if (metadata.migrations?.new_tag !== undefined) script.migrationTag = metadata.migrations.new_tag;
    const created = new Date().toISOString();
    const bindings = [...newBindings, ...keptBindings];
    return add(
      name,
      script,
      { id: randomUUID(), bindings, modules, assets, metadata: { ...metadata }, created },
      deploy,
    );
  };

  const setSecret = (name: string, change: (bindings: Binding[]) => Binding[]) => {
    const script = find(name);
    const latest = script.versions.at(-1);
    if (!latest || latest.id !== script.deployments[0])
      throw invalid('The latest version of your Worker is not currently deployed.', 10_215);
    const version = {
      ...latest,
      id: randomUUID(),
      bindings: change(latest.bindings),
      created: new Date().toISOString(),
    };
    add(name, script, version, true);
  };

  const deployVersion = (name: string, { body, query }: ApiRequest) => {
    const script = find(name);
    const [{ version_id: id } = { version_id: '' }] = (
      JSON.parse(decode(body)) as { versions: { version_id: string }[] }
    ).versions;
    const version = script.versions.find((entry) => entry.id === id);
    if (!version) throw invalid(`Version ${id} not found`, 10_092);
    const changed = listChangedSecrets(getCurrent(script), version);
    if (changed.length > 0 && !isNewest(script, version) && query.get('force') !== 'true')
      throw invalid(`The following secrets have changed: ${changed.join(', ')}`, 10_220);
    script.deployments.unshift(id);
    return { id: randomUUID() };
  };

  /** The result of a call; undefined where there is no such call. */
  const answer = async (request: ApiRequest): Promise<unknown> => {
    const { method, path, body } = request;
    const read = () => JSON.parse(decode(body)) as unknown;
    if (method === 'POST' && path === 'workers/assets/upload') return takeAssets(request);
    if (method === 'GET' && path === 'workers/subdomain') return { subdomain: 'stand-in' };
    const service = /^workers\/services\/([\w-]+)$/.exec(path)?.[1];
    if (service !== undefined) {
      const script = scripts.get(service);
      if (!script) throw new Refusal(404, 10_090, 'workers.api.error.service_not_found');
      const { tag, migrationTag } = script;
      const described = { tag, tags: null, last_deployed_from: 'wrangler', migration_tag: migrationTag };
      return { id: service, default_environment: { environment: 'production', script: described } };
    }
    const worker = /^workers\/workers\/([\w-]+)$/.exec(path)?.[1];
    if (worker !== undefined) return { subdomain: { enabled: find(worker).workersDev, previews_enabled: false } };
    const [, name = '', rest = ''] = /^workers\/scripts\/([\w-]+)(?:\/(.*))?$/.exec(path) ?? [];
    const call = `${method} ${rest}`;
    if (name === '') return undefined;
    if (call === 'PUT ') {
      const { id } = await upload(name, request, true);
      return { id: name, etag: id, deployment_id: id.replaceAll('-', ''), startup_time_ms: 9 };
    }
    if (call === 'POST assets-upload-session') return openSession(request);
    const script = find(name);
    const secrets = (getCurrent(script)?.bindings ?? []).filter(({ type }) => type === 'secret_text');
    if (call === 'GET secrets') return secrets.map(({ type, name: secret }) => ({ type, name: secret }));
    if (call === 'PUT secrets') {
      const secret = read() as Binding;
      setSecret(name, (bindings) => [...bindings.filter((entry) => entry.name !== secret.name), secret]);
      return { name: secret.name, type: 'secret_text' };
    }
    if (method === 'DELETE' && rest.startsWith('secrets/')) {
      setSecret(name, (bindings) => bindings.filter((entry) => entry.name !== rest.slice('secrets/'.length)));
      return null;
    }
    if (call === 'POST versions') {
      const { id } = await upload(name, request, false);
      return { id, startup_time_ms: 9, resources: { script: { etag: id } } };
    }
    if (call === 'GET deployments') {
      const at = (index: number) => new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString();
      const count = script.deployments.length;
      const describe = (id: string, index: number) => ({
        ...{ id: `${id}-deployment`, source: 'wrangler', author_email: 'operator@pardeh.example' },
        ...{ created_on: at(count - index), versions: [{ version_id: id, percentage: 100 }], annotations: {} },
      });
      return { deployments: script.deployments.slice(0, 10).map(describe) };
    }
    if (call === 'POST deployments') return deployVersion(name, request);
    if (method === 'GET' && rest.startsWith('versions/')) {
      const version = script.versions.find(({ id }) => id === rest.slice('versions/'.length));
      if (!version) throw new Refusal(404, 10_092, 'Version not found');
      return { id: version.id, metadata: { created_on: version.created }, annotations: {}, resources: {} };
    }
    if (call === 'PATCH script-settings') return read();
    if (call === 'POST subdomain') {
      script.workersDev = (read() as { enabled: boolean }).enabled;
      return { enabled: script.workersDev, previews_enabled: false };
    }
    if (call === 'PUT schedules') {
      const crons = (read() as { cron: string }[]).map(({ cron }) => cron);
      if (crons.some((cron) => cron.split(' ').length !== 5)) throw invalid('Invalid cron string', 10_100);
      script.crons = crons;
      return { schedules: crons.map((cron) => ({ cron })) };
    }
    if (call === 'POST domains/changeset') return { added: [], removed: [], updated: [], conflicting: [] };
    if (call === 'PUT domains/records') {
      script.domains = (read() as { origins: { hostname: string }[] }).origins.map(({ hostname }) => hostname);
      return [];
    }
    return undefined;
  };
  return { scripts, stored, answer, getCurrent };
}

const toToken = () => `${[{}, {}].map((part) => btoa(JSON.stringify(part))).join('.')}.${randomUUID()}`;

export async function readForm({ headers, body }: ApiRequest): Promise<FormData> {
  const type = String(headers['content-type']);
  if (!type.startsWith('multipart/form-data')) throw invalid('Uploads must be multipart/form-data.', 10_001);
  return new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
}

export function readMetadata(form: FormData): unknown {
  const metadata = form.get('metadata');
  if (typeof metadata !== 'string') throw invalid('Uploads have a part "metadata".');
  return JSON.parse(metadata);
}

/** The classes of the Worker after its migrations. */
function migrate({ migrationTag, classes }: Script, { migrations }: Metadata, main: string): Set<string> {
  if (!migrations) return classes;
  if (migrations.old_tag !== migrationTag)
    throw invalid(`Migration tag precondition failed; current tag is '${String(migrationTag)}'`, 10_079);
  const after = new Set(classes);
  for (const name of (migrations.steps ?? []).flatMap((step) => step.new_sqlite_classes ?? [])) {
    if (after.has(name))
      throw invalid(`Cannot apply new-class migration to class '${name}' that is already there`, 10_074);
    if (!new RegExp(`export\\b[^;]*\\b${name}\\b`).test(main))
      throw invalid(`New version of script does not export class '${name}'`, 10_070);
    after.add(name);
  }
  return after;
}

function checkBinding({ databases, namespaces, buckets }: Stores, classes: Set<string>, binding: Binding): void {
  const { type, name } = binding;
  const id = String(binding['id'] ?? binding['database_id'] ?? binding['namespace_id'] ?? binding['bucket_name']);
  if (type === 'd1' && !databases.has(id))
    throw invalid(`D1 binding '${name}' references database '${id}' which was not found.`, 10_181);
  if (type === 'kv_namespace' && !namespaces.has(id)) throw invalid(`KV namespace '${id}' not found.`, 10_041);
  if (type === 'r2_bucket' && !buckets.has(id)) throw invalid(`R2 bucket '${id}' not found.`, 10_085);
  const className = String(binding['class_name']);
  if (type === 'durable_object_namespace' && !classes.has(className))
    throw invalid(
      `Cannot create binding for class '${className}' because it is not currently configured to implement Durable Objects.`,
      10_061,
    );
}

const isNewest = ({ versions }: Script, version: Version) => versions.at(-1) === version;

function listChangedSecrets(before: Version | undefined, after: Version): string[] {
  const collect = (version: Version | undefined) =>
    new Map(
      (version?.bindings ?? []).filter(({ type }) => type === 'secret_text').map(({ name, text }) => [name, text]),
    );
  const [old, next] = [collect(before), collect(after)];
  return [...new Set([...old.keys(), ...next.keys()])].filter((name) => old.get(name) !== next.get(name));
}
