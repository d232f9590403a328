import * as calls from '../contract.ts';
import { serve, type Api } from '../../../platform/http/calls/serve.ts';
import { cancelAccount } from './cancel.ts';
import { buildExportHeaders, exportAccount } from './export.ts';

export function mountPersonalData(app: Api): void {
  app.use(calls.exportAccount.path, async (c, next) => {
    await next();
    if (c.res.ok) for (const [name, value] of Object.entries(buildExportHeaders())) c.res.headers.set(name, value);
  });
  serve(app, calls.exportAccount, exportAccount);
  serve(app, calls.cancelAccount, cancelAccount);
}
