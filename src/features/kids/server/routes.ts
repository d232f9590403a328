import * as calls from '../contract.ts';
import { serve, type Api } from '../../../platform/http/calls/serve.ts';
import { enterKids, leaveKids } from './kids.ts';

export function mountKids(app: Api): void {
  serve(app, calls.enterKids, enterKids);
  serve(app, calls.leaveKids, leaveKids);
}
