import * as calls from '../../../contract/account.ts';
import { serve, type Api } from '../../lib/serve.ts';
import { cancelAccount } from './cancel.ts';
import { endDevice, endOtherDevices, getDevices } from './devices.ts';
import { getSettings, saveSettings } from './settings.ts';

/** Mounts every call of contract/account.ts. */
export function mountAccount(app: Api): void {
  serve(app, calls.getSettings, getSettings);
  serve(app, calls.saveSettings, saveSettings);
  serve(app, calls.getDevices, getDevices);
  serve(app, calls.endDevice, endDevice);
  serve(app, calls.endOtherDevices, endOtherDevices);
  serve(app, calls.cancelAccount, cancelAccount);
}
