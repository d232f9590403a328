import { map, type MapStore } from 'nanostores';
import type { Api } from '../../../platform/client/api.ts';
import { RESEND_SECONDS } from '../../../platform/config/constants.ts';
import { confirmCode, sendConfirmation } from '../contract/account.ts';
import type { ApiError } from '../../../platform/http/calls/errors.ts';
import { errorText } from '../../../platform/text/error-text.ts';
import type { Locale } from '../../../platform/text/locale.ts';
import { parseLoginCode } from '../login-code.ts';
import { countSecondsLeft } from './login.ts';

export interface StepUpState {
  open: boolean;
  busy: boolean;
  /** '' is an error without a text of the server; undefined is none. */
  error: string | undefined;
  resendAt: number; // Epoch milliseconds
}

export interface StepUpPorts {
  api: Api;
  locale: () => Locale;
  now: () => number; // Epoch milliseconds
}

export interface StepUp {
  $stepUp: MapStore<StepUpState>;
  /** A call that is answered `code_needed` waits for the code and is repeated. */
  api: Api;
  resend: () => Promise<void>; // Does nothing before the countdown has ended
  submit: (typed: string) => Promise<void>; // Anything but four digits is not sent
  cancel: () => void; // Waiting calls return their first result
}

const CLOSED: StepUpState = { open: false, busy: false, error: undefined, resendAt: 0 };

/** Requests a code by SMS when a call needs one. The call waits, so forms keep their input. */
export function createStepUp({ api, locale, now }: StepUpPorts, start: Partial<StepUpState> = {}): StepUp {
  const $stepUp = map<StepUpState>({ ...CLOSED, ...start });
  const set = (change: Partial<StepUpState>) => {
    $stepUp.set({ ...$stepUp.get(), ...change });
  };
  let waiting: ((confirmed: boolean) => void)[] = [];

  const getErrorText = (error: ApiError) => errorText(error, locale(), ['code']) ?? '';
  const close = (confirmed: boolean) => {
    $stepUp.set({ ...CLOSED, resendAt: $stepUp.get().resendAt });
    const ended = waiting;
    waiting = [];
    for (const end of ended) end(confirmed);
  };

  const send = async () => {
    set({ busy: true, error: undefined });
    const result = await api(sendConfirmation, {});
    // A code that was sent a moment ago still works.
    const isOnItsWay = result.ok || result.error.code === 'code_too_soon';
    const wait = result.ok ? result.value.resend_after : result.error.retry_after;
    set({
      busy: false,
      error: isOnItsWay ? undefined : getErrorText(result.error),
      ...(isOnItsWay && { resendAt: now() + (wait ?? RESEND_SECONDS) * 1000 }),
    });
  };

  const confirm = (): Promise<boolean> =>
    new Promise((resolve) => {
      const isFirst = waiting.push(resolve) === 1;
      if (!isFirst) return;
      set({ open: true });
      void send();
    });

  return {
    $stepUp,
    api: async (call, input) => {
      const result = await api(call, input);
      if (result.ok || result.error.code !== 'code_needed') return result;
      return (await confirm()) ? api(call, input) : result;
    },
    resend: async () => {
      const state = $stepUp.get();
      if (!state.busy && countSecondsLeft(state, now()) === 0) await send();
    },
    submit: async (typed) => {
      const code = parseLoginCode(typed);
      if (code === null || $stepUp.get().busy) return;
      set({ busy: true, error: undefined });
      const answer = await api(confirmCode, { code });
      if (answer.ok) close(true);
      else set({ busy: false, error: getErrorText(answer.error) });
    },
    cancel: () => {
      close(false);
    },
  };
}
