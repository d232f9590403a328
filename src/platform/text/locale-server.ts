import { AsyncLocalStorage } from 'node:async_hooks';
import { DEFAULT_LOCALE, type Locale } from './locale.ts';
import { useLocaleFrom } from './current-locale.ts';

const storage = new AsyncLocalStorage<Locale>();
useLocaleFrom(() => storage.getStore() ?? DEFAULT_LOCALE);

export function runInLocale<T>(locale: Locale, work: () => T): T {
  return storage.run(locale, work);
}
