import * as calls from '../contract.ts';
import { serve, type Api } from '../../../platform/http/calls/serve.ts';
import { answerRenewal } from './answer-renewal.ts';
import { pauseSubscription, resumeSubscription } from './pause.ts';
import { getOwnSubscription } from './read.ts';

export function mountSubscription(api: Api): void {
  serve(api, calls.getOwnSubscription, getOwnSubscription);
  serve(api, calls.pauseSubscription, pauseSubscription);
  serve(api, calls.resumeSubscription, resumeSubscription);
  serve(api, calls.answerRenewal, answerRenewal);
}
