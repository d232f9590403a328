import { describe, expect, it } from 'vitest';
import { cancelAccount } from '../../../src/features/personal-data/contract.ts';
import { createStepUp } from '../../../src/features/accounts/client/step-up.ts';
import { fakeBrowser, refusal, type Answers } from '../../support/money/fake-calls.ts';

const NOW = 1_000_000;
const needed = refusal({ status: 403, code: 'code_needed' });
const done = { data: { erase_at: 1 } };
const codeAnswer = { sms_sent: true, resend_after: 90, message: '', message_fa: '' };

function open(answers: Answers) {
  const browser = fakeBrowser({
    sendConfirmation: codeAnswer,
    confirmCode: { data: { confirmed_until: 1 } },
    ...answers,
  });
  let clock = NOW;
  const stepUp = createStepUp({ api: browser.ports.api, locale: () => 'en', now: () => clock });
  const names = () => browser.calls.map(({ name }) => name);
  return { ...browser, ...stepUp, names, wait: (seconds: number) => (clock += seconds * 1000) };
}

describe('a call that needs a code', () => {
  it('waits for it, and is made once more as it was', async () => {
    const it = open({ cancelAccount: needed });
    const ended = it.api(cancelAccount, { confirm: true });
    await expect.poll(() => it.$stepUp.get()).toMatchObject({ open: true, busy: false, resendAt: NOW + 90_000 });
    it.answers['cancelAccount'] = done;
    await it.submit('۱۲۳۴');
    expect(await ended).toMatchObject({ ok: true, value: done });
    expect(it.names()).toEqual(['cancelAccount', 'sendConfirmation', 'confirmCode', 'cancelAccount']);
    expect(it.findInputs('confirmCode')).toEqual([{ code: '1234' }]);
    expect(it.$stepUp.get().open).toBe(false);
  });

  it('shares one code with the others that wait', async () => {
    const it = open({ cancelAccount: needed });
    const calls = [it.api(cancelAccount, { confirm: true }), it.api(cancelAccount, { confirm: true })];
    await expect.poll(() => it.$stepUp.get().open).toBe(true);
    it.answers['cancelAccount'] = done;
    await it.submit('1234');
    expect((await Promise.all(calls)).every(({ ok }) => ok)).toBe(true);
    expect(it.names().filter((name) => name === 'sendConfirmation')).toHaveLength(1);
  });

  it('comes back as it was answered where the visitor does not want to', async () => {
    const it = open({ cancelAccount: needed });
    const ended = it.api(cancelAccount, { confirm: true });
    await expect.poll(() => it.$stepUp.get().open).toBe(true);
    it.cancel();
    expect(await ended).toMatchObject({ ok: false, error: { code: 'code_needed' } });
    expect(it.$stepUp.get().open).toBe(false);
  });

  it('is made once more and no further: a code that does not help is no loop', async () => {
    const it = open({ cancelAccount: needed });
    const ended = it.api(cancelAccount, { confirm: true });
    await expect.poll(() => it.$stepUp.get().open).toBe(true);
    await it.submit('1234');
    expect(await ended).toMatchObject({ ok: false, error: { code: 'code_needed' } });
  });
});

describe('the code', () => {
  it('that is wrong says so and asks on; three digits are not sent', async () => {
    const message = 'wrong';
    const it = open({ cancelAccount: needed, confirmCode: refusal({ code: 'code_wrong_or_expired', message }) });
    void it.api(cancelAccount, { confirm: true });
    await expect.poll(() => it.$stepUp.get()).toMatchObject({ open: true, busy: false });
    await it.submit('123');
    expect(it.findInputs('confirmCode')).toEqual([]);
    await it.submit('1234');
    expect(it.$stepUp.get()).toMatchObject({ open: true, busy: false, error: message });
  });

  it('is sent again after the countdown, and one that is on its way is not missed', async () => {
    const soon = refusal({ status: 429, code: 'code_too_soon', retry_after: 40 });
    const it = open({ cancelAccount: needed, sendConfirmation: soon });
    void it.api(cancelAccount, { confirm: true });
    await expect.poll(() => it.$stepUp.get()).toMatchObject({ error: undefined, resendAt: NOW + 40_000 });
    await it.resend();
    expect(it.findInputs('sendConfirmation')).toHaveLength(1);
    it.wait(40);
    await it.resend();
    expect(it.findInputs('sendConfirmation')).toHaveLength(2);
  });

  it('that could not be sent says why', async () => {
    const it = open({
      cancelAccount: needed,
      sendConfirmation: refusal({ status: 502, code: 'sms_failed', message: 'no' }),
    });
    void it.api(cancelAccount, { confirm: true });
    await expect.poll(() => it.$stepUp.get()).toMatchObject({ open: true, busy: false, error: 'no' });
  });
});
