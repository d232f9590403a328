import * as calls from '../contract.ts';
import { serve, type Api } from '../../../platform/http/serve.ts';
import { createRoom, getRoom } from './rooms.ts';
import { openSocket } from './socket.ts';

export function mountWatchParty(app: Api): void {
  serve(app, calls.createRoom, createRoom);
  serve(app, calls.getRoom, getRoom);
  app.get(`${calls.getRoom.path}/socket`, (c) => openSocket(c.req.raw, c.get('request'), c.req.param('room') ?? ''));
}
