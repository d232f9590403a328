import { createHash, timingSafeEqual } from 'node:crypto';
import { isLoopbackAddress } from '@pardeh/workers-on-node/http/to-request';

interface Probes {
  build: string;
  isReady: () => boolean;
  isMediaReachable: () => Promise<boolean>;
  hasRoom: () => boolean;
  writeMetrics: () => Promise<string>;
  /** For a reader from another machine. Empty: only this machine reads the metrics. */
  metricsToken: string;
}

const HEADERS = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };

/** `/readyz`, `/version` and `/metrics`. `/healthz` is the app's own. */
export function createProbes(probes: Probes) {
  return (request: Request, address: string | undefined): Response | Promise<Response> | null => {
    const { pathname } = new URL(request.url);
    if (request.method !== 'GET') return null;
    if (pathname === '/version') return Response.json({ build: probes.build, host: 'node' }, { headers: HEADERS });
    if (pathname === '/readyz') return readReadiness(probes);
    if (pathname !== '/metrics' || !mayRead(request, address, probes.metricsToken)) return null;
    const headers = { ...HEADERS, 'content-type': 'text/plain; version=0.0.4; charset=utf-8' };
    return probes.writeMetrics().then((text) => new Response(text, { headers }));
  };
}

async function readReadiness({ isReady, isMediaReachable, hasRoom }: Probes): Promise<Response> {
  const isReachable = await isMediaReachable();
  const status = !isReady() ? 'stopping' : !hasRoom() ? 'disk_full' : isReachable ? 'ready' : 'media_unavailable';
  return Response.json({ status }, { status: status === 'ready' ? 200 : 503, headers: HEADERS });
}

/** A proxy's visitors come from this machine, too: a forwarded request needs the token. */
function mayRead({ headers }: Request, address: string | undefined, token: string): boolean {
  const isForwarded = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'].some((name) => headers.has(name));
  if (isLoopbackAddress(address) && !isForwarded) return true;
  const [actual, wanted] = [headers.get('authorization') ?? '', `Bearer ${token}`].map((text) => hash(text));
  return token !== '' && actual !== undefined && wanted !== undefined && timingSafeEqual(actual, wanted);
}

function hash(text: string): Uint8Array {
  return createHash('sha256').update(text).digest();
}
