import * as calls from '../contract.ts';
import { serve, type Api } from '../../../platform/http/calls/serve.ts';
import { getHelp, listHelp } from './threads.ts';
import { addHelpMessage, openHelp } from './write.ts';

export function mountHelp(api: Api): void {
  serve(api, calls.listHelp, listHelp);
  serve(api, calls.getHelp, getHelp);
  serve(api, calls.openHelp, openHelp);
  serve(api, calls.addHelpMessage, addHelpMessage);
}
