import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withDeadline } from '../../../src/platform/http/limits/deadline.ts';
import { findChromiumWithTabs, launchOptions } from '../../../tools/lib/chromium.ts';

const ARGS = ['--headless=new', '--remote-debugging-port=0', '--no-default-browser-check', '--window-size=1280,800'];
/** Bytes that the shown document cost on the wire: 0 where the browser had it. Needs `withoutServiceWorker`. */
export const DOCUMENT_BYTES = `performance.getEntriesByType('navigation')[0].transferSize`;
/** For `prepare`: a document that passes through the service worker has no size of its own. */
export const withoutServiceWorker = 'delete Navigator.prototype.serviceWorker';
/** Chromium renders no page ahead if a service worker takes the page over while the link's page loads ahead. */
const LOADS_AHEAD = `document.querySelector('script[type=speculationrules]') && navigator.serviceWorker.controller`;
const READY = /DevTools listening on (ws:\S+)/;
/** Milliseconds between two looks at a page, and in all: against what hangs, not a bar. */
const POLL_MS = 50;
const WITHIN_MS = 60_000;
/** A page that leaves never answers: after so long it is asked again. */
const ANSWER_WITHIN_MS = 5000;
const ASK_AGAIN_MS = 15_000;

type Answer = { id?: number; method?: string; params?: Event; result?: unknown; error?: { message: string } };
type Event = { sessionId?: string; targetInfo?: { type: string; subtype?: string }; prerenderStatus?: string };

export interface Tab {
  goto: (path: string) => Promise<void>;
  /** Runs an expression in the page that is shown, and gives its JSON value. */
  read: <T>(expression: string) => Promise<T>;
  /** Waits until the expression is true in the page that is shown. */
  until: (expression: string) => Promise<void>;
  hover: (selector: string) => Promise<void>;
  press: (selector: string) => Promise<void>;
  /** Presses a link when the browser can render its page ahead. */
  pressAhead: (selector: string) => Promise<void>;
  release: () => Promise<void>;
  tap: (selector: string) => Promise<void>;
  leave: (path: string) => Promise<void>;
  back: () => Promise<void>;
  setCookies: (cookies: { name: string; value: string }[]) => Promise<void>;
  /** As `read`, in the page that is rendered ahead, once it has loaded. */
  readAhead: <T>(expression: string) => Promise<T>;
  /** Runs before the scripts of each page that loads from now on, shown or rendered ahead. */
  prepare: (source: string) => Promise<void>;
}

export type ClosableTab = Tab & { close: () => Promise<void> };

export interface TabOptions {
  args?: string[];
  /** Latency in ms, rates in kbit/s, and by how much the processor is slower; for pages that are rendered ahead, too. */
  network?: { latency: number; down: number; up: number; cpu: number };
}

/**
 * A tab of a whole Chromium, over the DevTools protocol alone. Playwright and puppeteer switch off what this is for:
 * pages that are rendered ahead, and pages that stay for Back (bfcache).
 */
export async function openTab(origin: string, { args: more = [], network }: TabOptions = {}): Promise<ClosableTab> {
  const profile = mkdtempSync(join(tmpdir(), 'pardeh-tab-'));
  const { args = [] } = launchOptions();
  const browser = spawn(
    findChromiumWithTabs() ?? 'chromium',
    [...args, ...more, ...ARGS, `--user-data-dir=${profile}`, 'about:blank'],
    { detached: true },
  );
  const address = await new Promise<string>((resolve, reject) => {
    let log = '';
    browser.once('error', reject);
    browser.once('exit', () => reject(new Error(`Chromium ended: ${log}`)));
    browser.stderr.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      const [, url] = READY.exec(log) ?? [];
      if (url !== undefined) resolve(url);
    });
  });
  const socket = new WebSocket(address);
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  const waiting = new Map<number, (answer: Answer) => void>();
  const pages = new Map<string, string | undefined>();
  let lastId = 0;
  let refusal = '';
  const send = async <T>(method: string, params: object = {}, sessionId?: string): Promise<T> => {
    const id = (lastId += 1);
    const answer = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params, ...(sessionId !== undefined && { sessionId }) }));
    const { error, result } = await answer;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result as T;
  };
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
    const { sessionId, targetInfo, prerenderStatus } = answer.params ?? {};
    if (prerenderStatus !== undefined) refusal = prerenderStatus;
    if (sessionId === undefined) return;
    if (answer.method === 'Target.detachedFromTarget') pages.delete(sessionId);
    if (answer.method !== 'Target.attachedToTarget') return;
    const isPage = targetInfo?.type === 'page';
    if (isPage) pages.set(sessionId, targetInfo.subtype);
    // A target that waits answers some of these only once it runs: they are sent in order, and not awaited.
    const work = isPage
      ? [
          send('Preload.enable', {}, sessionId),
          slowDown(sessionId),
          ...prepared.map((source) => prepareIn(sessionId, source)),
        ]
      : [];
    void Promise.allSettled([...work, send('Runtime.runIfWaitingForDebugger', {}, sessionId)]);
  });
  const prepared: string[] = [];
  const prepareIn = (session: string, source: string) =>
    Promise.all([send('Page.enable', {}, session), send('Page.addScriptToEvaluateOnNewDocument', { source }, session)]);
  const slowDown = (session: string) => {
    if (!network) return Promise.resolve([]);
    const [downloadThroughput, uploadThroughput] = [network.down, network.up].map((kilobits) => (kilobits * 1000) / 8);
    const conditions = { offline: false, latency: network.latency, downloadThroughput, uploadThroughput };
    return Promise.allSettled([
      send('Network.enable', {}, session),
      send('Network.emulateNetworkConditions', conditions, session),
      send('Emulation.setCPUThrottlingRate', { rate: network.cpu }, session),
    ]);
  };
  const { targetInfos } = await send<{ targetInfos: { targetId: string }[] }>('Target.getTargets', {
    filter: [{ type: 'tab' }],
  });
  const tab = await send<{ sessionId: string }>('Target.attachToTarget', {
    targetId: targetInfos[0]?.targetId,
    flatten: true,
  });
  await send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }, tab.sessionId);

  /** The session of the page that is shown. One that is kept for Back is frozen and does not answer. */
  const findSession = async (): Promise<string> => {
    const isShown = `document.visibilityState === 'visible' && !document.prerendering`;
    let session = '';
    await poll('a page is shown', async () => {
      const looks = [...pages.keys()].map(async (key) => {
        if (!(await evaluate<boolean>(key, isShown))) throw new Error('not shown');
        return key;
      });
      session = await withDeadline(Promise.any(looks), ANSWER_WITHIN_MS, 'the shown page');
      return true;
    });
    return session;
  };
  const evaluate = async <T>(session: string, expression: string): Promise<T> => {
    const { result, exceptionDetails } = await send<{ result: { value: T }; exceptionDetails?: { text: string } }>(
      'Runtime.evaluate',
      { expression, awaitPromise: true, returnByValue: true },
      session,
    );
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.text}`);
    return result.value;
  };
  // A page that leaves between the two calls freezes, and never answers.
  const readWithin = async <T>(limit: number, expression: string) =>
    withDeadline(evaluate<T>(await findSession(), expression), limit, expression);
  const read = <T>(expression: string) => readWithin<T>(WITHIN_MS, expression);
  const poll = async (name: string, isTrue: () => Promise<boolean>) => {
    const end = Date.now() + WITHIN_MS;
    while (!(await isTrue().catch(() => false))) {
      if (Date.now() > end) throw new Error(`never true: ${name} ${refusal}`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  };
  const until = (expression: string) => poll(expression, () => readWithin(ANSWER_WITHIN_MS, `Boolean(${expression})`));
  const readAhead = async <T>(expression: string) => {
    const findAhead = () => [...pages.keys()].find((key) => pages.get(key) === 'prerender') ?? '';
    const isLoaded = `document.readyState === 'complete' && location.href !== 'about:blank'`;
    await poll('a page is rendered ahead', () =>
      withDeadline(evaluate<boolean>(findAhead(), isLoaded), ANSWER_WITHIN_MS, isLoaded),
    );
    return evaluate<T>(findAhead(), expression);
  };
  const mouse = async (type: string | null, selector?: string) => {
    const session = await findSession();
    if (selector !== undefined) {
      const find = `document.querySelector(${JSON.stringify(selector)})`;
      await until(find);
      point = await evaluate<{ x: number; y: number }>(
        session,
        `${find}.scrollIntoView({ block: 'center', behavior: 'instant' }), (({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))(${find}.getBoundingClientRect())`,
      );
      await send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...point }, session);
    }
    if (type === null) return;
    await send('Input.dispatchMouseEvent', { type, ...point, button: 'left', clickCount: 1 }, session);
  };
  let point = { x: 0, y: 0 };
  const press = (selector: string) => mouse('mousePressed', selector);
  const release = () => mouse('mouseReleased');
  return {
    goto: async (path) => {
      const { href } = new URL(path, origin);
      const isThere = `document.readyState === 'complete' && location.href === ${JSON.stringify(href)}`;
      let nextAsk = 0;
      // A page that leaves by itself in that moment wins: it is asked again.
      await poll(isThere, async () => {
        if (Date.now() > nextAsk) {
          nextAsk = Date.now() + ASK_AGAIN_MS;
          await withDeadline(send('Page.navigate', { url: href }, await findSession()), ANSWER_WITHIN_MS, href);
        }
        return readWithin(ANSWER_WITHIN_MS, isThere);
      });
    },
    read,
    readAhead,
    until,
    hover: (selector) => mouse(null, selector),
    press,
    pressAhead: async (selector) => {
      await until(LOADS_AHEAD);
      await press(selector);
    },
    release,
    tap: async (selector) => {
      await press(selector);
      await release();
    },
    // Before the load event a page replaces itself in the history. It may be gone before it answers.
    leave: async (path) => {
      await until(`performance.getEntriesByType('navigation')[0].loadEventEnd > 0`);
      await read(`void location.assign(${JSON.stringify(path)})`).catch(() => undefined);
    },
    back: async () => {
      await read('void history.back()').catch(() => undefined);
    },
    setCookies: async (cookies) => {
      await send(
        'Network.setCookies',
        { cookies: cookies.map((cookie) => ({ ...cookie, url: origin })) },
        await findSession(),
      );
    },
    prepare: async (source) => {
      prepared.push(source);
      await prepareIn(await findSession(), source);
    },
    close: async () => {
      const ended = new Promise((resolve) => browser.once('exit', resolve));
      // The whole group at once: a frozen page delays an orderly end.
      process.kill(-(browser.pid ?? 0), 'SIGKILL');
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
