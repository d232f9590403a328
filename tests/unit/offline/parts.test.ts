import { beforeEach, expect, it, vi } from 'vitest';
import { keepParts } from '../../../src/features/offline/worker/parts.ts';
import { getPartPath, hashText, STYLE_HOLDER } from '../../../src/platform/http/pages/page-parts.ts';

/** The Cache of the Service Workers standard, in memory. */
const files = new Map<string, Response>();
const cache = {
  match: (path: string) => Promise.resolve(files.get(path)),
  put: (path: string, response: Response) => Promise.resolve(void files.set(path, response)),
  keys: () => Promise.resolve([...files.keys()].map((path) => ({ url: `https://pardeh.test${path}` }))),
  delete: ({ url }: { url: string }) => Promise.resolve(files.delete(new URL(url).pathname)),
};
let ids: string[];
const registration = {
  navigationPreload: {
    enable: () => Promise.resolve(),
    setHeaderValue: (value: string) => Promise.resolve(void (ids = value.split('.'))),
  },
};
beforeEach(() => {
  files.clear();
  ids = [];
  vi.stubGlobal('caches', { open: () => Promise.resolve(cache) });
  return () => vi.unstubAllGlobals();
});

const page = (css: string, script: string) =>
  `<html>${STYLE_HOLDER}<style>${css}</style></svg><script>${script}</script></html>`;
const allow = async (...texts: string[]) =>
  (await Promise.all(texts.map(async (text) => `'sha256-${await hashText(text)}'`))).join(' ');

it('keeps what the policy allows under the path of its hash, and names it to the server', async () => {
  await keepParts(page('a{}', 'let a'), await allow('a{}', 'let a'), registration);
  const [style, script] = [getPartPath(await hashText('a{}'), 'css'), getPartPath(await hashText('let a'), 'js')];
  expect([...files.keys()]).toEqual([style, script]);
  expect([await files.get(style)?.text(), files.get(script)?.headers.get('content-type')]).toEqual([
    'a{}',
    'text/javascript; charset=utf-8',
  ]);
  expect(ids.map((id) => `/parts/${id}`)).toEqual([style, script].map((path) => path.replace(/\.\w+$/, '')));
});

it('makes no file of a script that somebody brought into a page', async () => {
  await keepParts(page('a{}', 'steal()'), await allow('a{}'), registration);
  expect([...files.keys()]).toEqual([getPartPath(await hashText('a{}'), 'css')]);
  await keepParts(page('b{}', 'steal()'), '', registration);
  expect(files.size).toBe(1);
});

it('keeps 64 and names the newest 24', async () => {
  const sheets = Array.from({ length: 70 }, (_, at) => `a{order:${String(at)}}`);
  for (const css of sheets) await keepParts(page(css, ''), await allow(css), registration);
  expect([files.size, ids.length]).toEqual([64, 24]);
  const newest = getPartPath(await hashText(sheets.at(-1) ?? ''), 'css');
  expect(newest).toContain(ids.at(-1) ?? 'none');
});
