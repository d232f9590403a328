import * as calls from '../contract.ts';
import * as desk from '../desk-contract.ts';
import { serve, type Api } from '../../../platform/http/calls/serve.ts';
import { serveOperator } from '../../staff/server/serve-operator.ts';
import { listGiftCards } from './desk.ts';
import { getGift, listGifts } from './list.ts';
import { redeemGift } from './redeem.ts';

export function mountGifts(api: Api): void {
  serve(api, calls.listGifts, listGifts);
  serve(api, calls.getGift, getGift);
  serve(api, calls.redeemGift, redeemGift);
  serveOperator(api, desk.listGiftCards, ({ tail }) => tail ?? '', listGiftCards);
}
