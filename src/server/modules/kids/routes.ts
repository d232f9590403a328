import * as calls from '../../../contract/kids.ts';
import { serve, type Api } from '../../lib/serve.ts';
import { enterKids, leaveKids } from './kids.ts';

/** Mounts every call of contract/kids.ts. */
export function mountKids(app: Api): void {
  serve(app, calls.enterKids, enterKids);
  serve(app, calls.leaveKids, leaveKids);
}
