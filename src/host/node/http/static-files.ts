import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { isHashedPath } from '../../../platform/http/cache/hashed-files.ts';
import { listCodings } from './codings.ts';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/vnd.microsoft.icon',
  '.json': 'application/json',
};
/** Served without the app, as `run_worker_first` of wrangler.toml says. */
const FIRST = /^\/((_astro|fonts|parts|screenshots)\/|icon|favicon\.ico$)/;
const CODINGS = { zst: 'zstd', br: 'br' } as const;

interface StaticFile {
  bytes: Uint8Array<ArrayBuffer>;
  packed: Partial<Record<'zstd' | 'br', Uint8Array<ArrayBuffer>>>;
  type: string;
  etag: string;
}

export interface StaticFiles {
  fetch: (request: Request) => Response;
  isFirst: (pathname: string) => boolean;
}

/** The build's files, read at the start (1.5 MB), and those of earlier builds, read when a page of theirs asks. */
export function openStaticFiles(root: string, earlierFolder: string): StaticFiles {
  const rules = readRules(join(root, '_headers'));
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !entry.name.startsWith('_headers'))
    .filter((entry) => !/\.(br|zst)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
  const files = new Map(paths.map((path) => [`/${path}`, readFile(root, path)]));
  const findFile = (pathname: string) => {
    const file = files.get(pathname) ?? readEarlierFile(earlierFolder, pathname.slice(1));
    if (file) files.set(pathname, file);
    return file;
  };
  return {
    fetch: (request) => answer(request, findFile(decodePath(new URL(request.url).pathname)), rules),
    isFirst: (pathname) => FIRST.test(pathname),
  };
}

function readEarlierFile(folder: string, path: string): StaticFile | undefined {
  try {
    return isHashedPath(path) ? readFile(folder, path) : undefined;
  } catch {
    return undefined;
  }
}

function readFile(root: string, path: string): StaticFile {
  const read = (suffix: string) => new Uint8Array(readFileSync(join(root, path + suffix)));
  const bytes = read('');
  const packed = Object.fromEntries(
    Object.entries(CODINGS).flatMap(([suffix, coding]) =>
      existsSync(join(root, `${path}.${suffix}`)) ? [[coding, read(`.${suffix}`)]] : [],
    ),
  );
  const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`;
  const type = TYPES[extname(path)] ?? 'application/octet-stream';
  return { bytes, packed, type, etag };
}

interface Rule {
  pattern: RegExp;
  headers: [string, string][];
}

/** Cloudflare's file of headers; `*` stands for anything. Its adapter adds the first rule to its build. */
function readRules(file: string): Rule[] {
  const rules = [buildRule('/_astro/*', [['cache-control', 'public, max-age=31536000, immutable']])];
  for (const line of existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []) {
    const [, name, value] = /^\s+([\w-]+):(.+)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) rules.at(-1)?.headers.push([name, value.trim()]);
    else if (line.startsWith('/')) rules.push(buildRule(line.trim(), []));
  }
  return rules;
}

function buildRule(address: string, headers: [string, string][]): Rule {
  const parts = address.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return { pattern: new RegExp(`^${parts.join('.*')}$`), headers };
}

function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

function answer(request: Request, file: StaticFile | undefined, rules: readonly Rule[]): Response {
  if (!file) return new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } });
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return new Response(null, { status: 405, headers: { allow: 'GET, HEAD', 'cache-control': 'no-store' } });
  const { pathname } = new URL(request.url);
  const hasPacked = Object.keys(file.packed).length > 0;
  const headers = new Headers({
    'content-type': file.type,
    etag: file.etag,
    'cache-control': 'public, max-age=0, must-revalidate',
    ...(hasPacked && { vary: 'accept-encoding' }),
  });
  for (const [name, value] of rules.filter(({ pattern }) => pattern.test(pathname)).flatMap((rule) => rule.headers))
    headers.set(name, value);
  const tags = (request.headers.get('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (tags.includes(file.etag)) return new Response(null, { status: 304, headers });
  const accepted = listCodings(request.headers.get('accept-encoding') ?? '');
  const coding = (['br', 'zstd'] as const).find((name) => file.packed[name] && accepted.includes(name));
  if (coding) {
    headers.set('content-encoding', coding);
    headers.set('etag', `W/${file.etag}`);
  }
  const bytes = (coding && file.packed[coding]) ?? file.bytes;
  headers.set('content-length', String(bytes.byteLength));
  return new Response(request.method === 'HEAD' ? null : bytes, { headers });
}
