import type { APIContext } from 'astro';
import { enterKids, leaveKids } from './contract.ts';
import { paths } from '../../platform/paths.ts';
import { failureStatus, failureText, readForm } from '../../platform/http/form-fields.ts';

export interface KidsRefusal {
  action: 'enter' | 'leave';
  text: string;
  status: number;
}

/** Handles a form of /kids: a redirect with the kids cookie, or the error. Entering without PIN uses the known one. */
export async function answerKidsForm({
  request,
  locals,
}: Pick<APIContext, 'request' | 'locals'>): Promise<Response | KidsRefusal> {
  const form = await readForm(request);
  const pin = form.get('pin');
  const action = form.get('action') === 'leave' ? 'leave' : 'enter';
  const given = typeof pin === 'string' ? pin.slice(0, 16) : undefined;
  const answer =
    action === 'leave'
      ? await locals.api(leaveKids, { pin: given ?? '' })
      : await locals.api(enterKids, given === undefined ? {} : { pin: given });
  if (!answer.ok) {
    return { action, text: failureText(locals, answer.error), status: failureStatus(answer.error) };
  }
  const headers = new Headers({ location: action === 'leave' ? paths.kidsLeft() : paths.kids() });
  for (const cookie of locals.session.kids(answer.value.token)) headers.append('set-cookie', cookie);
  return new Response(null, { status: 303, headers });
}
