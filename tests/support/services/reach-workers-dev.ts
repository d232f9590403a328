// Loaded before wrangler (node --import): its proxy of remote bindings asks https://….workers.dev, which here is the
// stand-in of Cloudflare's API. Nothing else of wrangler or Miniflare changes.
import Module from 'node:module';
import type * as Miniflare from 'miniflare';

interface Worker {
  name?: string;
  outboundService?: (request: Request) => Promise<unknown>;
}
interface Options {
  workers?: Worker[];
}

const loader = Module as unknown as { _load: (name: string, ...rest: unknown[]) => unknown };
const load = loader._load;

loader._load = (name, ...rest) => {
  const loaded = load(name, ...rest);
  if (name !== 'miniflare') return loaded;
  const miniflare = loaded as typeof Miniflare;
  const convertV4MiniflareOptions = (options: Options) => {
    const workers = options.workers?.map((worker) =>
      worker.name === 'ProxyWorker'
        ? { ...worker, outboundService: (request: Request) => redirect(miniflare, request) }
        : worker,
    );
    return miniflare.convertV4MiniflareOptions({ ...options, ...(workers && { workers }) } as never);
  };
  return { ...miniflare, convertV4MiniflareOptions };
};

async function redirect({ fetch }: typeof Miniflare, request: Request): Promise<unknown> {
  const { host, pathname, search } = new URL(request.url);
  const headers = Object.fromEntries(request.headers);
  const { origin } = new URL(process.env['CLOUDFLARE_API_BASE_URL'] ?? '');
  const body = /^(GET|HEAD)$/.test(request.method) ? undefined : await request.arrayBuffer();
  const options = { method: request.method, headers: { ...headers, 'x-forwarded-host': host }, ...(body && { body }) };
  return fetch(`${origin}${pathname}${search}`, options);
}
