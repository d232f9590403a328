import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
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
const IMMUTABLE = /^\/_astro\//;
/** Served without the app, as `run_worker_first` of wrangler.toml says. */
const FIRST = /^\/(_astro|fonts)\//;
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

/** The build's files, read at the start (1.5 MB), with the `.br` and `.zst` beside them. */
export function openStaticFiles(root: string): StaticFiles {
  const files = new Map<string, StaticFile>();
  const read = (path: string) => new Uint8Array(readFileSync(path));
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !entry.name.startsWith('_headers'))
    .map((entry) => join(entry.parentPath, entry.name));
  const all = new Set(paths);
  for (const path of paths.filter((name) => !/\.(br|zst)$/.test(name))) {
    const bytes = read(path);
    const packed = Object.fromEntries(
      Object.entries(CODINGS).flatMap(([suffix, coding]) =>
        all.has(`${path}.${suffix}`) ? [[coding, read(`${path}.${suffix}`)]] : [],
      ),
    );
    const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`;
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    files.set(`/${relative(root, path).replaceAll(sep, '/')}`, { bytes, packed, type, etag });
  }
  return {
    fetch: (request) => answer(request, files.get(decodePath(new URL(request.url).pathname))),
    isFirst: (pathname) => FIRST.test(pathname),
  };
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
  const { pathname } = new URL(request.url);
  const hasPacked = Object.keys(file.packed).length > 0;
  const headers = new Headers({
    'content-type': file.type,
    etag: file.etag,
    'cache-control': IMMUTABLE.test(pathname)
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=0, must-revalidate',
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
