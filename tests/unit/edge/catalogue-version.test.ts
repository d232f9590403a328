import { afterEach, expect, it, vi } from 'vitest';
import type { Env } from '../../../src/platform/config/env.ts';
import {
  CATALOGUE_VERSION_KEY,
  catalogueVersion,
  getNextPublication,
  renewCatalogueVersion,
} from '../../../src/platform/http/cache/catalogue-version.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('is read by one request at a time, and the others take what was read last', async () => {
  const reads: PromiseWithResolvers<string>[] = [];
  const get = () => {
    const read = Promise.withResolvers<string>();
    reads.push(read);
    return read.promise;
  };
  const env = { API_BASE_URL: '', CONFIG: { get } } as unknown as Env;
  const first = catalogueVersion(env);
  for (const read of reads) read.resolve('at:7');
  expect(await first).toBe('at:7');
  vi.setSystemTime(Date.now() + 6000);
  const late = getNextPublication(env);
  expect(await Promise.all([catalogueVersion(env), getNextPublication(env)])).toEqual(['at:7', 7]);
  expect(reads).toHaveLength(4);
  for (const read of reads) read.resolve('at:9');
  expect(await late).toBe(9);
});

it('is written again where KV refuses a second write within a second', async () => {
  vi.useFakeTimers();
  const put = vi.fn<(key: string, value: string) => Promise<void>>();
  put.mockRejectedValueOnce(new Error('KV PUT failed: 429 Too Many Requests')).mockResolvedValue();
  const written = renewCatalogueVersion({ CONFIG: { put } } as unknown as Env, 'front-2');
  await vi.runAllTimersAsync();
  await written;
  expect(put.mock.calls).toEqual([
    [CATALOGUE_VERSION_KEY, 'front-2'],
    [CATALOGUE_VERSION_KEY, 'front-2'],
  ]);
});
