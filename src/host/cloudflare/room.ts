import { DurableObject } from 'cloudflare:workers';
import type { Env } from '../../platform/config/env.ts';
import { RoomRules, type RoomTitle } from '../../features/watch-party/server/room.ts';

/** The Durable Object around a room's rules: it hibernates while idle. */
export class Room extends DurableObject<Env> {
  private readonly rules: RoomRules;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.rules = new RoomRules({
      storage: {
        get: (key) => ctx.storage.get(key),
        put: (entries) => ctx.storage.put(entries),
        deleteAll: () => ctx.storage.deleteAll(),
        setAlarm: (at) => ctx.storage.setAlarm(at),
        deleteAlarm: () => ctx.storage.deleteAlarm(),
      },
      getWebSockets: () => ctx.getWebSockets(),
      connect: () => {
        const { 0: theirs, 1: ours } = new WebSocketPair();
        ctx.acceptWebSocket(ours);
        return { socket: ours, answer: new Response(null, { status: 101, webSocket: theirs }) };
      },
      idleSeconds: Number(env.ROOM_IDLE_SECONDS),
    });
  }

  open(title: RoomTitle) {
    return this.rules.open(title);
  }

  about() {
    return this.rules.about();
  }

  override fetch(request: Request): Promise<Response> {
    return this.rules.fetch(request);
  }

  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    return this.rules.webSocketMessage(socket, message);
  }

  override webSocketClose(socket: WebSocket): Promise<void> {
    return this.rules.removePerson(socket);
  }

  override webSocketError(socket: WebSocket): Promise<void> {
    return this.rules.removePerson(socket);
  }

  override alarm(): Promise<void> {
    return this.rules.alarm();
  }
}
