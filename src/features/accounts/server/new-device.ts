import type { Device } from '../device.ts';
import { chooseSms } from '../../../platform/sms/choose.ts';
import type { RequestContext } from '../../../platform/http/context.ts';
import { rememberDevice } from './known-devices.ts';
import { newDeviceText } from './texts.ts';

/**
 * Tells the owner of an account by SMS that it was signed in to on a device it had not been used on. It runs after the
 * answer: a provider that fails is logged and keeps nobody out.
 */
export async function noticeNewDevice(context: RequestContext, mobile: string, device: Device): Promise<void> {
  const { db, now } = context;
  if (!(await rememberDevice(db, mobile, device, now))) return;
  await chooseSms(context)?.notice({ mobile, text: newDeviceText(device, now) });
}
