import * as calls from '../contract.ts';
import * as texts from '../texts-contract.ts';
import { serve, type Api } from '../../../platform/http/calls/serve.ts';
import { serveOperator } from '../../staff/server/serve-operator.ts';
import { listTermsAcceptances } from './acceptances.ts';
import { getAppDetails } from './details.ts';
import { uploadSiteLogo } from './logo.ts';
import { getSitePart, getSiteText, listSiteVersions, restoreSitePart, saveSitePart } from './texts.ts';

const namePart = ({ part }: { part: string }) => `site:${part}`;

export function mountApp(app: Api): void {
  serve(app, calls.getAppDetails, getAppDetails);
  serve(app, texts.getSiteText, getSiteText);
  serveOperator(app, texts.getSitePart, namePart, getSitePart);
  serveOperator(app, texts.listSiteVersions, namePart, listSiteVersions);
  serveOperator(app, texts.saveSitePart, ({ value }) => namePart(value), saveSitePart);
  serveOperator(app, texts.uploadSiteLogo, () => namePart({ part: 'brand' }), uploadSiteLogo);
  serveOperator(app, texts.restoreSitePart, namePart, restoreSitePart);
  serveOperator(
    app,
    texts.listTermsAcceptances,
    ({ user, version = 0 }) => (user === undefined ? `terms:${String(version)}` : `account:${String(user)}`),
    listTermsAcceptances,
  );
}
