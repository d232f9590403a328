import * as v from 'valibot';
import { listen } from '../site/api.ts';

interface SentSms {
  mobile: string;
  code: string;
  template: string;
}

/**
 * Kavenegar as its documents describe it: verify/lookup with form fields and the key in the path. `status` makes it
 * refuse; 'html' answers as a broken proxy does, and 'late' sends the SMS without ever answering.
 */
export async function fakeKavenegar(key: string) {
  const state: { sent: SentSms[]; status: number | 'html' | 'late' } = { sent: [], status: 200 };
  const server = await listen(async (request) => {
    if (state.status === 'html') return new Response('<h1>502 Bad Gateway</h1>', { status: 502 });
    const path = new URL(request.url).pathname;
    const form = new URLSearchParams(await request.text());
    const mobile = form.get('receptor') ?? '';
    const code = form.get('token') ?? '';
    const template = form.get('template') ?? '';
    const status = refusal();
    if (status !== 200) return Response.json({ return: { status, message: 'خطا' }, entries: null }, { status });
    state.sent.push({ mobile, code, template });
    if (state.status === 'late') return new Promise(() => undefined);
    return Response.json({
      return: { status: 200, message: 'تایید شد' },
      entries: [{ messageid: 8792343, status: 5 }],
    });

    function refusal(): number {
      if (request.method !== 'POST' || !path.endsWith('/verify/lookup.json')) return 404;
      if (path !== `/v1/${key}/verify/lookup.json`) return 403;
      if (!/^09\d{9}$/.test(mobile)) return 411;
      if (template !== 'pardeh-login') return 424;
      if (code === '' || code.length > 100 || code.includes(' ')) return 431;
      return typeof state.status === 'number' ? state.status : 200;
    }
  });
  return { ...server, state };
}

const smsIrBody = v.strictObject({
  mobile: v.string(),
  templateId: v.number(),
  parameters: v.array(v.strictObject({ name: v.string(), value: v.string() })),
});

/** sms.ir as its documents describe it: send/verify with JSON and the key in a header; status 1 means sent. */
export async function fakeSmsIr(key: string) {
  const state: { sent: SentSms[]; status: number } = { sent: [], status: 1 };
  const server = await listen(async (request) => {
    const url = new URL(request.url);
    if (request.method !== 'POST' || url.pathname !== '/v1/send/verify') return new Response('', { status: 404 });
    if (request.headers.get('x-api-key') !== key) {
      return Response.json({ status: 10, message: 'کلیدوب سرویس نامعتبر است', data: null }, { status: 401 });
    }
    const body = v.parse(smsIrBody, await request.json());
    const code = body.parameters.find(({ name }) => name === 'Code')?.value ?? '';
    if (state.status !== 1 || body.templateId !== 123456 || code === '' || code.length > 25) {
      const status = state.status === 1 ? 104 : state.status;
      return Response.json({ status, message: 'خطا', data: null }, { status: 400 });
    }
    state.sent.push({ mobile: body.mobile, code, template: String(body.templateId) });
    return Response.json({ status: 1, message: 'موفق', data: { messageId: 89545112, cost: 1.0 } });
  });
  return { ...server, state };
}
