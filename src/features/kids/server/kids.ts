import type { enterKids as enterCall, leaveKids as leaveCall } from '../contract.ts';
import { parseKidsPin } from '../kids-pin.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { kidsToken } from '../../../platform/http/session/kids-cookie.ts';
import { takeBudget } from '../../../platform/http/limits/rate-limit.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { createToken } from '../../accounts/server/session.ts';
import { signingKeys } from '../../../platform/media/signing.ts';
import { checkPin, renewKidsSession, storePin } from './pins.ts';

/** Begins kids mode (spec 2.46). The first time needs a PIN; a browser that left kids mode returns with its known PIN.
 * `kids_unavailable` without a signing key, or with a provider's API. */
export const enterKids: Service<typeof enterCall> = async (context, { pin: typed }) => {
  const key = signingKeys(context.env)?.current;
  if (key === undefined) return fail('kids_unavailable');
  const { db, kids, now } = context;
  // A child must not be able to set another PIN.
  if (kids?.on) return fail('kids_already');
  if (typed === undefined && kids !== null && (await renewKidsSession(db, kids.id, now))) {
    return ok({ token: await kidsToken(key, { id: kids.id, on: true }) });
  }
  const pin = parseKidsPin(typed ?? '');
  if (pin === null) return fail('kids_pin_invalid', { fields: { pin: 'kids_pin_invalid' } });
  const budget = await takeBudget(context, [{ limit: 'kids_session' }]);
  if (!budget.ok) return budget;
  const id = createToken();
  await storePin(db, key, id, pin, now);
  return ok({ token: await kidsToken(key, { id, on: true }) });
};

/** Ends kids mode by PIN: five wrong ones lock it for 15 minutes. */
export const leaveKids: Service<typeof leaveCall> = async (context, { pin: typed }) => {
  const keys = signingKeys(context.env);
  const { db, kids, now } = context;
  if (keys === null) return fail('kids_unavailable');
  if (kids === null) return fail('kids_not_on');
  const pin = parseKidsPin(typed);
  if (pin === null) return fail('kids_pin_invalid', { fields: { pin: 'kids_pin_invalid' } });
  const check = await checkPin(db, keys, kids.id, pin, now);
  if (check.is === 'locked')
    return fail('kids_pin_locked', { fields: { pin: 'kids_pin_locked' }, retryAfter: check.seconds });
  if (check.is === 'wrong') return fail('kids_pin_wrong', { fields: { pin: 'kids_pin_wrong' } });
  // A deleted session must not lock anybody in.
  return ok({ token: await kidsToken(keys.current, { id: kids.id, on: false }) });
};
