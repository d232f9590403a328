import * as v from 'valibot';

const otpCredential = v.object({ code: v.string() });

/** WebOTP: null without support or consent. */
export async function readSmsCode(signal: AbortSignal): Promise<string | null> {
  if (!('OTPCredential' in globalThis)) return null;
  const options: CredentialRequestOptions & { otp: { transport: string[] } } = { otp: { transport: ['sms'] }, signal };
  try {
    const parsed = v.safeParse(otpCredential, await navigator.credentials.get(options));
    return parsed.success ? parsed.output.code : null;
  } catch {
    // Denied, aborted or timed out: the visitor types the code.
    return null;
  }
}
