import type { APIContext } from 'astro';
import { enterKids, leaveKids } from './contract.ts';
import { paths } from '../../platform/paths.ts';
import { failureStatus, failureText, readForm } from '../../platform/http/form-fields.ts';

/** What the form of /kids said that was refused, by which of its two forms, with the status of the page that shows it. */
export interface KidsRefusal {
  action: 'enter' | 'leave';
  text: string;
  status: number;
}

/**
 * Answers a form of /kids: in or out, then a redirect with the new kids cookie; or why not. Without a PIN an entering
 * form asks for the one this browser knows.
 */
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
