import type { Device } from '../device.ts';
import { chooseSms } from '../../../platform/sms/choose.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { storeDevice } from './known-devices.ts';
import { buildNewDeviceText } from './texts.ts';

/** Notifies the owner by SMS after the response; a provider's failure is logged and blocks nobody. */
export async function notifyNewDevice(context: RequestContext, mobile: string, device: Device): Promise<void> {
  const { db, now } = context;
  if (!(await storeDevice(db, mobile, device, now))) return;
  await chooseSms(context)?.notice({ mobile, text: buildNewDeviceText(device, now) });
}
