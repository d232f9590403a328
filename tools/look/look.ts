// npm run look: contact sheets of all page kinds and states, to be read by eye, in .cache/look; or the README's pictures.
import { cpSync, rmSync } from 'node:fs';
import { chromium, type Browser } from '@playwright/test';
import { parseCommand } from '../lib/arguments.ts';
import { buildIfNeeded } from '../lib/build.ts';
import { BEGINS_BY_ITSELF, launchOptions } from '../lib/chromium.ts';
import { ensureLocalVars, seed } from '../lib/local-state.ts';
import { requireFreePort } from '../lib/ports.ts';
import { stopChildrenOnExit } from '../lib/processes.ts';
import { command, problem, withProgress } from '../lib/progress.ts';
import { serveForTests, SEEDED, TEST_OPERATOR_TOKEN, VARS } from '../lib/test-server.ts';
import { LOCALES } from '../../src/platform/text/locale.ts';
import { writeSheets } from './contact-sheet.ts';
import { fillHours } from './desk-hours.ts';
import { writeReadmePictures } from './readme-pictures.ts';
import { SCENES } from './scenes.ts';
import { takePictures, type Plan, type Theme } from './take-pictures.ts';
import { prepareViewers, type Viewers } from './viewers.ts';

const FOLDER = '.cache/look';
const STATE = '.wrangler/look-state';
const PORT = Number(process.env['PORT'] ?? process.env['TEST_PORT'] ?? 4372);
const FAULTY = 'tests/support/faults/faulty-worker.mjs';
const USAGE = `npm run look -- [--kinds home,player] [--locales fa,en] [--sizes 360,1280,1920] [--themes dark,light] [--workers 3]
npm run look -- --readme [--kinds desk-]
  --kinds: beginnings of names of tools/look/scenes.ts; without it, all. --readme: the pictures of docs/pictures.`;
const OPTIONS = {
  kinds: { type: 'string' },
  locales: { type: 'string', default: 'fa,en' },
  sizes: { type: 'string', default: '360,1280,1920' },
  themes: { type: 'string', default: 'dark' },
  workers: { type: 'string', default: '3' },
  readme: { type: 'boolean', default: false },
} as const;

const readOptions = () => parseCommand(process.argv.slice(2), OPTIONS, USAGE).values;

function readPlan(values: ReturnType<typeof readOptions>): Plan {
  const kinds = values.kinds?.split(',') ?? [''];
  const scenes = SCENES.filter(({ name }) => kinds.some((kind) => name.startsWith(kind)));
  const pick = <T extends string>(list: string, allowed: readonly T[]) =>
    list.split(',').map((one) => {
      const match = allowed.find((name) => name === one);
      if (match === undefined) throw problem(`${one}: one of ${allowed.join(', ')}.\n${USAGE}`);
      return match;
    });
  if (scenes.length === 0) throw problem(`No kind begins with ${kinds.join(' or ')}.\n${USAGE}`);
  return {
    scenes,
    locales: pick(values.locales, LOCALES),
    widths: pick(values.sizes, ['360', '768', '1280', '1440', '1920', '2560']).map(Number),
    themes: pick<Theme>(values.themes, ['dark', 'light']),
    workers: Number(values.workers),
  };
}

async function startSite() {
  await requireFreePort(PORT);
  await buildIfNeeded();
  ensureLocalVars(VARS);
  await seed(SEEDED);
  rmSync(STATE, { recursive: true, force: true });
  cpSync(SEEDED, STATE, { recursive: true });
  await fillHours(STATE);
  const vars = { OPERATOR_TOKEN: TEST_OPERATOR_TOKEN };
  return serveForTests({ port: PORT, stateDir: STATE, vars, wrapper: FAULTY });
}

async function drawSheets(browser: Browser, origin: string, viewers: Viewers, plan: Plan) {
  const { pictures, failures } = await withProgress(`Drawing ${String(plan.scenes.length)} scenes`, () =>
    takePictures(browser, origin, viewers, plan),
  );
  rmSync(FOLDER, { recursive: true, force: true });
  const order = new Map(plan.scenes.map(({ name }, at) => [name, at]));
  const place = (name: string) => order.get(name.replace(/ FAILED$/, '')) ?? 0;
  pictures.sort((one, other) => place(one.scene) - place(other.scene));
  for (const locale of plan.locales) {
    for (const width of plan.widths) {
      for (const theme of plan.themes) {
        const part = pictures.filter((one) => one.locale === locale && one.width === width && one.theme === theme);
        for (const path of await writeSheets(part, FOLDER)) console.log(path);
      }
    }
  }
  for (const failure of failures) console.error(`✗ ${failure}`);
  if (failures.length > 0) process.exitCode = 1;
}

stopChildrenOnExit();
await command(async () => {
  const options = readOptions();
  const plan = readPlan(options);
  const site = await startSite();
  const browser = await chromium.launch(launchOptions([BEGINS_BY_ITSELF]));
  try {
    const viewers = await prepareViewers(browser, site.url);
    if (options.readme) {
      const paths = await withProgress('Drawing the README’s pictures', () =>
        writeReadmePictures(browser, site.url, viewers, plan.scenes),
      );
      for (const path of paths) console.log(path);
    } else {
      await drawSheets(browser, site.url, viewers, plan);
    }
  } finally {
    await browser.close();
    await site.stop();
  }
});
