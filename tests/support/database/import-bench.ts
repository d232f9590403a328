import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { openDataStore, openLocalStore } from '../../../tools/import/local-store.ts';
import { openReport } from '../../../tools/import/report.ts';
import { importFile, type ImportOptions } from '../../../tools/import/run.ts';
import type { Store } from '../../../tools/import/store.ts';
import { createClient } from '../../../src/platform/client/api.ts';
import type { Env } from '../../../src/platform/config/env.ts';
import type { Call, Input, Output } from '../../../src/platform/http/calls/call.ts';
import { createApp } from '../../../src/app/api.ts';
import { makeLocalData, makeLocalState } from '../site/local-state.ts';

/** When imports of tests run. Epoch seconds. */
export const NOW = 1_800_000_000;
const BASE = 'https://pardeh.test/api/v1';
const count = v.object({ n: v.number() });

export type ImportBench = Awaited<ReturnType<typeof openImportBench>>;

/** A data folder with the demo catalogue, or a local state, which a workerd opens each time; and what imports need. */
export async function openImportBench({ isState = false } = {}) {
  const state = isState ? await makeLocalState() : await makeLocalData();
  const folder = mkdtempSync(join(tmpdir(), 'pardeh-rows-'));

  /** Notes versions instead of writing them, so that no wrangler is started. */
  const openStore = (changes: Partial<Store> = {}): Store & { versions: string[] } => {
    const versions: string[] = [];
    const putVersion = async (version: string) => void versions.push(version);
    const store = isState ? openLocalStore(state.dir) : openDataStore(state.dir);
    return { ...store, putVersion, versions, ...changes };
  };

  /** Imports a file and closes the store. `report` has the lines of the report without its header. */
  const load = async (file: string, { store = openStore(), ...options }: Partial<ImportOptions> = {}) => {
    const reportFile = join(folder, 'report.csv');
    const report = openReport(reportFile);
    try {
      const counts = await importFile({
        ...{ file, map: null, dryRun: false, store, report, now: NOW },
        ...{ progress: () => undefined, stopped: () => false },
        ...options,
      });
      return { counts, report: readFileSync(reportFile, 'utf8').trim().split('\n').slice(1) };
    } finally {
      report.close();
      await store.close();
    }
  };

  /** A JSON Lines file of rows. */
  const writeRows = (rows: readonly object[]): string => {
    const file = join(folder, 'rows.jsonl');
    writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    return file;
  };

  /** `FROM` what is to be counted. */
  const countRows = async (from: string): Promise<number> => {
    const store = openStore();
    const [row] = await store.read({ sql: `SELECT count(*) AS n FROM ${from}`, values: [] }, count);
    await store.close();
    return row?.n ?? -1;
  };

  const close = async () => {
    await state.remove();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...{ state, openStore, load, writeRows, countRows, close }, inside: state.inside };
}

/** Asks the API on some bindings; a refusal fails the test. */
export async function callApi<C extends Call>(env: Env, call: C, input: Input<C>): Promise<Output<C>> {
  const app = createApp({ now: () => NOW });
  const api = createClient({
    base: BASE,
    locale: 'fa',
    fetch: async (url, init) => app.fetch(new Request(url, init), env),
  });
  const result = await api(call, input);
  if (!result.ok) throw new Error(`${call.name}: ${result.error.code}`);
  return result.value;
}

/** A row of JSON Lines; whatever is given replaces what is usual. */
export function film(id: string, more: object = {}) {
  return {
    ...{ id, kind: 'movie', name_fa: `گنبد ${id}`, name_en: `Dome ${id}`, year: 1399, minutes: 90 },
    ...{ countries: ['ایران'], genres: ['درام'], directors: ['Asghar Farhadi'] },
    cast: [{ name_fa: 'کاوه نوآمده', role_fa: 'معمار' }],
    ...more,
  };
}
