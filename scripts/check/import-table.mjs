/**
 * Who may import whom, in src (docs/architecture.md). `types` may only be imported as types; `locales` is the folder
 * beside src, of which the server takes the texts of errors and SMS.
 * @type {Record<string, {code: string[], types?: string[]}>}
 */
export const MAY_IMPORT = {
  domain: { code: [] },
  config: { code: [] },
  contract: { code: ['domain'] },
  server: { code: ['domain', 'contract', 'config', 'locales'] },
  client: { code: ['contract'] },
  i18n: { code: ['domain'] },
  stores: { code: ['client', 'contract', 'domain', 'config'] },
  styles: { code: [] },
  ui: { code: ['i18n', 'domain', 'styles'], types: ['contract'] },
  components: { code: ['ui', 'islands', 'i18n', 'domain', 'config', 'styles'], types: ['contract'] },
  layouts: { code: ['components', 'ui', 'islands', 'i18n', 'domain', 'config', 'styles'], types: ['contract'] },
  islands: { code: ['stores', 'ui', 'i18n', 'domain', 'config', 'styles'], types: ['contract'] },
  pages: { code: ['layouts', 'components', 'islands', 'ui', 'i18n', 'domain', 'contract', 'config', 'styles'] },
  'service-worker': { code: ['domain'] },
  'worker.ts': { code: ['server', 'config', 'domain', 'contract'] },
  'middleware.ts': { code: ['server', 'client', 'config', 'domain', 'i18n', 'contract'] },
  'env.d.ts': { code: [], types: ['domain', 'config', 'contract', 'client', 'i18n'] },
};
