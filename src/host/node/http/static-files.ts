import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

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
const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATED = 'public, max-age=0, must-revalidate';
/** Served without the app and by their exact names, as `run_worker_first` of wrangler.toml says. */
const FIRST = /^\/((_astro|fonts|parts|screenshots)\/|icon|favicon\.ico$)/;
const CODINGS = { zst: 'zstd', br: 'br' } as const;

interface StaticFile {
  bytes: Uint8Array<ArrayBuffer>;
  packed: Partial<Record<'zstd' | 'br', Uint8Array<ArrayBuffer>>>;
  type: string;
  etag: string;
  cacheControl: string;
}

export interface StaticFiles {
  fetch: (request: Request) => Response;
  isFirst: (pathname: string) => boolean;
}

/** The build's files, read at the start (1.5 MB), with the `.br` and `.zst` beside them. */
export function openStaticFiles(root: string): StaticFiles {
  const files = new Map<string, StaticFile>();
  const read = (path: string) => new Uint8Array(readFileSync(path));
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !entry.name.startsWith('_headers'))
    .map((entry) => join(entry.parentPath, entry.name));
  const all = new Set(paths);
  const chooseCacheControl = readHeaderRules(join(root, '_headers'));
  for (const path of paths.filter((name) => !/\.(br|zst)$/.test(name))) {
    const bytes = read(path);
    const packed = Object.fromEntries(
      Object.entries(CODINGS).flatMap(([suffix, coding]) =>
        all.has(`${path}.${suffix}`) ? [[coding, read(`${path}.${suffix}`)]] : [],
      ),
    );
    const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`;
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    const name = `/${relative(root, path).replaceAll(sep, '/')}`;
    files.set(name, { bytes, packed, type, etag, cacheControl: chooseCacheControl(name) });
  }
  return {
    fetch: (request) => answer(request, files.get(decodePath(new URL(request.url).pathname))),
    isFirst: (pathname) => FIRST.test(pathname),
  };
}

/** The Cache-Control of each path by the file that Cloudflare reads, too (public/_headers). */
function readHeaderRules(file: string): (path: string) => string {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const rules = [...text.matchAll(/^(\/\S*)\n\s+Cache-Control: (.+)$/gm)].map(([, path = '', value = '']) => {
    const pattern = path.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
    return { pattern: new RegExp(`^${pattern}$`), value };
  });
  return (path) =>
    path.startsWith('/_astro/') ? IMMUTABLE : (rules.find(({ pattern }) => pattern.test(path))?.value ?? REVALIDATED);
}

function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

function answer(request: Request, file: StaticFile | undefined): Response {
  if (!file) return new Response(null, { status: 404 });
  const hasPacked = Object.keys(file.packed).length > 0;
  const headers = new Headers({
    'content-type': file.type,
    etag: file.etag,
    'cache-control': file.cacheControl,
    ...(hasPacked && { vary: 'accept-encoding' }),
  });
  const tags = (request.headers.get('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (tags.includes(file.etag)) return new Response(null, { status: 304, headers });
  const accepted = request.headers.get('accept-encoding') ?? '';
  const coding = (['br', 'zstd'] as const).find(
    (name) => file.packed[name] && new RegExp(`\\b${name}\\b`).test(accepted),
  );
  if (coding) {
    headers.set('content-encoding', coding);
    headers.set('etag', `W/${file.etag}`);
  }
  const bytes = (coding && file.packed[coding]) ?? file.bytes;
  headers.set('content-length', String(bytes.byteLength));
  return new Response(request.method === 'HEAD' ? null : bytes, { headers });
}
