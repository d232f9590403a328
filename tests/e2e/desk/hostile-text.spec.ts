// @module-tag full
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { TEST_SELLER } from '../../../tools/lib/test-server.ts';
import { dropFile } from '../../support/browser/desk.ts';
import {
  addHostileRows,
  CHANNEL,
  CLOSED_DAY,
  FILM,
  HOSTILE,
  LIST,
  MAGAZINE,
  PAID,
  SERIES,
  TOKEN,
} from '../../support/site/hostile-rows.ts';
import { servePrepared } from '../../support/site/prepared-site.ts';

/** Every text that somebody else types, as the desk shows it: markup that would run, and a mark that turns a line around. */
const PORT = 4377;

const SCREENS = [
  ...[
    '',
    '/people?q=09122222222',
    '/accounts/902',
    '/payments',
    ...[`/payments/${PAID}`, `/payments/${PAID}/invoice`, '/titles', `/titles/${String(FILM)}`],
    ...[`/titles/${String(SERIES)}`, `/titles/${String(SERIES)}/episodes`, '/import', '/ingests'],
  ],
  ...['/gifts', '/gifts/batches', '/help', '/help/10001', '/compensations', '/compensations/91', '/codes', '/prices'],
  ...['/books', `/books?day=${CLOSED_DAY}`, '/settlement', '/approvals', '/approvals?all=1', '/quality'],
  ...['/alarms', '/alarms?all=1', '/comments', '/comments/rules', '/staff', '/own'],
  ...['/services', '/site', '/site/acceptances', '/cast', '/front', `/front/lists/${LIST}`, '/front/screenings'],
  ...['/front/channels', `/front/channels/${String(CHANNEL)}`],
  ...['/front/magazines', `/front/magazines/${String(MAGAZINE)}`],
  '/audit',
];

/** Screens without the text, each with its reason: the others must show it outside of the frame, which names the member. */
const WITHOUT_TEXT: Readonly<Record<string, string>> = {
  '/payments': 'numbers, sums and words of ours',
  '/books': 'sums of a day that is open',
  '/settlement': 'empty until a file is dropped, as below',
  '/quality': 'counts by network',
  '/services': 'which settings are set; their values are never shown',
  '/site/acceptances': 'numbers of accounts and versions',
};
/** Answers lose the marks. */
const MARKUP = HOSTILE.slice(3);
const KINDS_OF_REQUESTS = 7;
/** Lists that are saved as files and have no other test of it. */
const FILES = [
  '/ingests',
  '/import',
  '/cast',
  '/front/screenings',
  '/front/channels',
  '/comments/rules',
  '/site',
  ...['/accounts/902', `/payments/${PAID}`, `/titles/${String(SERIES)}/episodes`],
  ...['/front/magazines', `/front/magazines/${String(MAGAZINE)}`],
  '/audit',
];

/** Texts that turn the line around which they share with others: neither isolated nor alone in their block. */
function findTurned(page: Page): Promise<string[]> {
  return page.evaluate((markup) => {
    const turned: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.textContent ?? '';
      let holder = node.parentElement;
      if (!text.includes('\u202e') && !text.includes(markup)) continue;
      if (holder === null || holder.closest('script, style, option, textarea')) continue;
      let isApart = false;
      for (; holder !== null && getComputedStyle(holder).display.startsWith('inline'); holder = holder.parentElement)
        if (/isolate|plaintext/.test(getComputedStyle(holder).unicodeBidi)) isApart = true;
      const isAlone = holder?.textContent.trim() === text.trim();
      if (!isApart && !isAlone) turned.push(`${holder?.className ?? ''}: ${holder?.textContent.slice(0, 120) ?? ''}`);
    }
    return turned;
  }, MARKUP);
}

async function saveFile(page: Page, button: string): Promise<Buffer> {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).last().click();
  return readFileSync(await (await saving).path());
}

/** A file whose cells are quoted. */
function writeCsv(name: string, ...rows: readonly (readonly string[])[]): string {
  const path = test.info().outputPath(`${name}.csv`);
  const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  writeFileSync(path, rows.map((cells) => `${cells.map(quote).join(',')}\n`).join(''));
  return path;
}

test('every screen of the desk is walked here', () => {
  const source = readFileSync('src/desk/screens.tsx', 'utf8');
  const paths = [...source.matchAll(/path: '([^']*)'/g)].map(([, path = '']) => path.replace(/^\/$/, ''));
  const walked = SCREENS.map((path) =>
    path
      .replace(/\?.*/, '')
      .replace(/\/(?:\d+|paid\d+)(?=\/|$)/, '/:id')
      .replace(LIST, ':id'),
  );
  expect([...new Set(walked)].sort()).toEqual(paths.sort());
});

test('no text runs in the desk, nor turns its neighbours around', async ({ browser }) => {
  test.setTimeout(300_000);
  const site = await servePrepared(
    { port: PORT, stateDir: '.wrangler/hostile-state', vars: TEST_SELLER },
    addHostileRows,
  );
  const origin = `http://localhost:${String(PORT)}`;
  try {
    const context = await browser.newContext({ baseURL: origin });
    await context.addCookies([
      { name: '__Host-session', value: TOKEN, url: origin.replace('http:', 'https:'), secure: true },
      { name: 'signed_in', value: '1', url: origin },
    ]);
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const problems: string[] = [];
    let count = 0;
    page.on('dialog', (dialog) => void dialog.dismiss().then(() => problems.push('a dialog')));
    const judge = async (place: string) => {
      for (const line of await findTurned(page)) problems.push(`${place} ${line}`);
      if ((await page.locator('img[src="x"]').count()) > 0) problems.push(`${place}: an element`);
      if ((await page.title()) === '1') problems.push(`${place}: a script`);
      const main = page.getByRole('main');
      const values = await main
        .locator('input, textarea')
        .evaluateAll((fields) => fields.map((field) => 'value' in field && field.value));
      const texts =
        (await main.getByText(MARKUP).count()) + values.filter((value) => String(value).includes(MARKUP)).length;
      count += texts;
      return texts;
    };
    const open = async (path: string) => {
      await page.goto(`/desk${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('.desk-wait')).toHaveCount(0);
    };
    for (const path of SCREENS) {
      await open(path);
      const texts = await judge(path);
      if ((texts === 0) !== path in WITHOUT_TEXT) problems.push(`${path}: ${String(texts)} times the text`);
      const text = (await page.content()).replace(/[\u2066-\u2068][^\u2066-\u2069]*\u2069/g, '');
      const [mark] = /.{0,60}[\u202a-\u202e\u2066\u2067].{0,20}/su.exec(text) ?? [];
      if (mark !== undefined) problems.push(`${path}: a mark turns texts in ${mark}`);
      if (!FILES.includes(path)) continue;
      expect((await saveFile(page, deskFa.csv_save)).toString().split('\r\n').length, path).toBeGreaterThan(2);
      expect((await saveFile(page, deskFa.xlsx_save)).subarray(0, 2).toString(), path).toBe('PK');
    }
    expect([...new Set(problems)]).toEqual([]);

    await open('/approvals');
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(KINDS_OF_REQUESTS);

    await open('/ingests');
    await page.getByRole('button', { name: deskFa.ingest_report }).first().click();
    await expect(page.getByRole('dialog').locator('pre')).toContainText(MARKUP);
    await judge('a report');

    await open('/settlement');
    await dropFile(page, deskFa.settlement_choose, writeCsv('bank', ['ResNum', 'Amount'], [HOSTILE, '500']));
    await page.getByLabel(deskFa.payment_method).selectOption('sandbox');
    await page.getByRole('button', { name: deskFa.settlement_compare }).click();
    await expect(page.getByRole('table', { name: new RegExp(deskFa.settlement_only_there) })).toContainText(MARKUP);
    await judge('a settlement');

    await open('/import');
    await dropFile(page, deskFa.intake_choose, writeCsv(HOSTILE.slice(0, 3), [HOSTILE, 'kind'], [HOSTILE, HOSTILE]));
    await expect(page.getByText(MARKUP).first()).toBeVisible();
    await judge('columns of an import');
    await context.close();
    expect([...new Set(problems)]).toEqual([]);
    expect(count).toBeGreaterThan(30);
  } finally {
    await site.stop();
  }
});
