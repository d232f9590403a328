import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { problem } from '../lib/progress.ts';
import { wrangler } from './wrangler.ts';

const API = 'https://api.cloudflare.com/client/v4';
const TRIES = 4;
/** A sign-in that is new and refused, too, stays refused. */
const SIGN_IN_TRIES = 2;
const WRONG_SIGN_IN = 10_000;
const RETRY_DELAY_MS = 1000;
/** D1 itself ends a statement after 30 seconds. */
const ANSWER_MS = 60_000;

const json = v.pipe(v.string(), v.parseJson());
const signIn = v.pipe(
  json,
  v.variant('type', [
    v.object({ type: v.picklist(['oauth', 'api_token']), token: v.string() }),
    v.object({ type: v.literal('api_key'), key: v.string(), email: v.string() }),
  ]),
);
const whoami = v.pipe(json, v.object({ accounts: v.array(v.object({ id: v.string(), name: v.string() })) }));
const configuration = v.object({
  account_id: v.optional(v.string()),
  d1_databases: v.array(v.object({ binding: v.string(), database_id: v.optional(v.string()) })),
  kv_namespaces: v.array(v.object({ binding: v.string(), id: v.optional(v.string()) })),
});
const acknowledgement = v.object({ success: v.literal(true) });
const rows = v.object({ success: v.literal(true), result: v.array(v.object({ results: v.array(v.unknown()) })) });
const refusal = v.object({
  success: v.literal(false),
  errors: v.array(v.object({ code: v.number(), message: v.string() })),
});

interface Connection {
  /** Of D1's queries, and of the values of KV. */
  query: string;
  values: string;
  headers: Record<string, string>;
}

let connection: Promise<Connection> | null = null;

/**
 * Reads from Cloudflare's D1 by its API ("Query D1 Database"), with the sign-in of wrangler, whose own command takes
 * seconds for each question. Asks some times, as a sign-in ends after an hour and D1 may be busy.
 * @returns the rows of each statement; a Problem with Cloudflare's text where it refuses
 */
export async function queryCloudflare(statements: readonly string[]): Promise<unknown[][]> {
  return ask((target) => post(target, statements.join(';\n')));
}

async function ask<T>(send: (target: Connection) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    connection ??= connect();
    const target = await connection;
    try {
      return await send(target);
    } catch (error) {
      connection = null;
      if (tries >= (isRefusedSignIn(error) ? SIGN_IN_TRIES : TRIES)) throw error;
      await sleep(RETRY_DELAY_MS * tries);
    }
  }
}

/** Puts a text into KV by its API ("Write key-value pair"). Throws a Problem with Cloudflare's answer where it refuses. */
export async function putCloudflareValue(key: string, value: string): Promise<void> {
  await ask(async ({ values, headers }) => {
    const request = { method: 'PUT', headers: { ...headers, 'content-type': 'text/plain' }, body: value };
    await readResult(acknowledgement, await reach(`${values}/${encodeURIComponent(key)}`, request));
  });
}

async function reach(url: string, request: RequestInit): Promise<Response> {
  return fetch(url, { ...request, signal: AbortSignal.timeout(ANSWER_MS) }).catch((cause: unknown) => {
    throw problem(`Cloudflare cannot be reached: ${String(cause)}`);
  });
}

async function post({ query, headers }: Connection, sql: string): Promise<unknown[][]> {
  const response = await reach(query, { method: 'POST', headers, body: JSON.stringify({ sql }) });
  return (await readResult(rows, response)).result.map(({ results }) => results);
}

async function readResult<T>(schema: v.GenericSchema<unknown, T>, response: Response): Promise<T> {
  const body: unknown = await response.json().catch(() => null);
  const parsed = v.safeParse(v.union([schema, refusal]), body);
  if (!parsed.success) throw problem(`Cloudflare answered ${String(response.status)}, and no result.`);
  if (!v.is(refusal, parsed.output)) return parsed.output;
  const { errors } = parsed.output;
  const reasons = errors.map(({ code, message }) => `${message} (${String(code)})`).join(', ');
  throw Object.assign(problem(`Cloudflare refuses (${String(response.status)}): ${reasons}`), { errors });
}

const isRefusedSignIn = (error: unknown) =>
  (error as { errors?: { code: number }[] }).errors?.some(({ code }) => code === WRONG_SIGN_IN) === true;

async function connect(): Promise<Connection> {
  const { unstable_readConfig: readConfig } = await import('wrangler');
  const config = v.parse(configuration, readConfig({ config: 'wrangler.toml' }));
  const database = config.d1_databases.find(({ binding }) => binding === 'DB')?.database_id;
  if (database === undefined) throw problem('wrangler.toml names no D1 database.');
  const namespace = config.kv_namespaces.find(({ binding }) => binding === 'CONFIG')?.id;
  if (namespace === undefined) throw problem('wrangler.toml names no KV namespace.');
  const account = process.env['CLOUDFLARE_ACCOUNT_ID'] ?? config.account_id ?? (await findAccount());
  const base = process.env['CLOUDFLARE_API_BASE_URL'] ?? API;
  const root = `${base}/accounts/${account}`;
  return {
    query: `${root}/d1/database/${database}/query`,
    values: `${root}/storage/kv/namespaces/${namespace}/values`,
    headers: await readHeaders(),
  };
}

async function findAccount(): Promise<string> {
  const { accounts } = v.parse(whoami, await wrangler(['whoami', '--json']));
  const [only, ...others] = accounts;
  if (only && others.length === 0) return only.id;
  const names = accounts.map(({ id, name }) => `${id} (${name})`).join(', ');
  throw problem(`Set CLOUDFLARE_ACCOUNT_ID: the sign-in opens ${names || 'no account'}.`);
}

async function readHeaders(): Promise<Record<string, string>> {
  const type = { 'content-type': 'application/json' };
  // As wrangler reads it, which takes two seconds to say so.
  const token = process.env['CLOUDFLARE_API_TOKEN'];
  if (token) return { ...type, authorization: `Bearer ${token}` };
  const credentials = v.parse(signIn, await wrangler(['auth', 'token', '--json']));
  if (credentials.type !== 'api_key') return { ...type, authorization: `Bearer ${credentials.token}` };
  return { ...type, 'x-auth-key': credentials.key, 'x-auth-email': credentials.email };
}
