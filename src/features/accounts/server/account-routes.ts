import * as calls from '../contract/account.ts';
import { serve, type Api } from '../../../platform/http/calls/serve.ts';
import { confirmCode, sendConfirmation } from './step-up.ts';
import { endDevice, endOtherDevices, getDevices } from './devices.ts';
import { getSettings, saveSettings } from './settings.ts';

/** personal-data mounts cancelling and export. */
export function mountAccount(app: Api): void {
  serve(app, calls.getSettings, getSettings);
  serve(app, calls.saveSettings, saveSettings);
  serve(app, calls.getDevices, getDevices);
  serve(app, calls.endDevice, endDevice);
  serve(app, calls.endOtherDevices, endOtherDevices);
  serve(app, calls.sendConfirmation, sendConfirmation);
  serve(app, calls.confirmCode, confirmCode);
}
