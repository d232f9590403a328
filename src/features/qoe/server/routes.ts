import { serve, type Api } from '../../../platform/http/calls/serve.ts';
import { reportQuality as call } from '../contract.ts';
import { storeReports } from './store-reports.ts';

export function mountQoe(app: Api): void {
  serve(app, call, storeReports);
}
