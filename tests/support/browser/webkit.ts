import { Builder, By, Capabilities, type WebDriver, type WebElement } from 'selenium-webdriver';
import { findFreePort } from '../../../tools/lib/ports.ts';
import { start, stop, type Started } from '../../../tools/lib/processes.ts';
import { requirePrograms } from '../../../tools/lib/system.ts';
import { expect } from './fixtures.ts';

const BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
/** Against what hangs, in milliseconds. */
const WITHIN_MS = 60_000;

export interface WebKit {
  driver: WebDriver;
  /** Waits until a script of the page returns something, and returns that. */
  waitFor: <T>(script: string, ...values: unknown[]) => Promise<T>;
  /** Waits for an element of a role and an accessible name. */
  find: (role: string, name: string) => Promise<WebElement>;
  close: () => Promise<void>;
}

/** Debian's WebKitGTK, of the same source as Safari, on a screen of its own. It trusts every certificate. */
export async function openWebKit(): Promise<WebKit> {
  requirePrograms('WebKitWebDriver', 'Xvfb');
  const started: Started[] = [];
  const end = async () => {
    for (const program of started.reverse()) await stop(program);
  };
  try {
    const display = await startScreen(started);
    const address = await startServer(started, display);
    const driver = await new Builder().usingServer(address).withCapabilities(describeBrowser()).build();
    return {
      driver,
      waitFor: async <T>(script: string, ...values: unknown[]) =>
        (await driver.wait(() => driver.executeScript(script, ...values), WITHIN_MS, script)) as T,
      find: async (role, name) =>
        (await driver.wait(() => findByRole(driver, role, name), WITHIN_MS, `${role} ${name}`)) as WebElement,
      close: async () => {
        await driver.quit().catch(() => undefined);
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** The number of a free X display. */
function startScreen(started: Started[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const onOutput = (text: string) => {
      output += text;
      const [display] = /^\d+(?=\n)/m.exec(output) ?? [];
      if (display !== undefined) resolve(display);
    };
    const screen = start('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x900x24'], { onOutput });
    started.push(screen);
    void screen.ended.then(() => reject(new Error('Xvfb ended')));
  });
}

async function startServer(started: Started[], display: string): Promise<string> {
  const port = await findFreePort();
  const env = { DISPLAY: `:${display}` };
  started.push(start('WebKitWebDriver', [`--port=${String(port)}`, '--host=127.0.0.1'], { env }));
  const address = `http://127.0.0.1:${String(port)}`;
  const isReady = () =>
    fetch(`${address}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isReady).toBe(true);
  return address;
}

function describeBrowser(): Capabilities {
  const options = { binary: BROWSER, args: ['--automation'] };
  return new Capabilities({
    ...{ browserName: 'MiniBrowser', acceptInsecureCerts: true },
    'webkitgtk:browserOptions': options,
  });
}

async function findByRole(driver: WebDriver, role: string, name: string): Promise<WebElement | null> {
  for (const element of await driver.findElements(By.css('a, button, input, [role]')))
    // WebKit gives no name of what is not shown, and elements may go meanwhile.
    if (await isNamed(element, role, name).catch(() => false)) return element;
  return null;
}

const isNamed = async (element: WebElement, role: string, name: string) =>
  (await element.isDisplayed()) &&
  (await element.getAriaRole()) === role &&
  (await element.getAccessibleName()) === name;
