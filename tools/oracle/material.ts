import { globSync } from 'node:fs';
import * as v from 'valibot';
import { FILE_LIST } from '../lib/hashed-files.ts';
import { createApp } from '../../src/app/api.ts';
import { CALLS } from '../../src/app/calls.ts';
import { API_BASE } from '../../src/platform/http/calls/api-base.ts';
import type { Call } from '../../src/platform/http/calls/call.ts';

/** A route of the API: of a contract with its call, or one that has none (returns of banks, OpenAPI). */
export interface ApiRoute {
  method: string;
  path: string;
  call: Call | null;
}

export function listApiRoutes(): ApiRoute[] {
  const routes = createApp().routes.filter(({ method }) => method !== 'ALL');
  const unique = new Map(routes.map(({ method, path }) => [`${method} ${path}`, { method, path }]));
  return [...unique.values()].map(({ method, path }) => {
    const call: Call | undefined = CALLS.find((one) => one.method === method && API_BASE + one.path === path);
    return { method, path, call: call ?? null };
  });
}

/** Patterns of addresses from the files of src/pages, such as `/movie/[...id]`. */
export function listPagePatterns(): string[] {
  return globSync('src/pages/**/*.{astro,ts}')
    .map((file) => file.replace(/^src\/pages/, '').replace(/\.(astro|ts)$/, ''))
    .map((path) => path.replace(/\/index$/, '') || '/')
    .sort();
}

/** Files of the build that a browser asks for. Cloudflare answers `/_headers` with an empty 404, Node with a page, and
 * only the build for Cloudflare has a list of its files (docs/deploy.md). */
export function listStaticFiles(root: string): string[] {
  return globSync('**/*.*', { cwd: root })
    .filter((name) => !/\.(br|zst)$/.test(name) && !['_headers', FILE_LIST].includes(name))
    .map((name) => `/${name}`)
    .sort();
}

/** Cookies, signed addresses and ids that the recorded requests bring to light; the generated ones use them. */
export interface Material {
  /** `Cookie` headers: of a guest, of a signed-in user, of a child. */
  cookies: string[];
  session: string;
  media: string[];
  pages: string[];
  tokens: string[];
}

const parseText = v.pipe(v.string(), v.parseJson());

/** All texts in a JSON answer that look like an address of this site. */
export function collectAddresses(body: string): string[] {
  const parsed = v.safeParse(parseText, body);
  const addresses: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value === 'string' && /^(https?:\/\/localhost:4321)?\/[\w/]/.test(value)) {
      addresses.push(value.replace(/^https?:\/\/[^/]+/, ''));
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
  };
  if (parsed.success) visit(parsed.output);
  return addresses;
}
