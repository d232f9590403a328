import type { WebSocket } from 'ws';

/** One end of a connection; what is sent before its handshake waits. Its attachment is the actor's note about it. */
export class PendingSocket {
  private socket: WebSocket | null = null;
  private attachment: unknown = null;
  private readonly waiting: string[] = [];
  private isClosed = false;

  attach(socket: WebSocket): void {
    this.socket = socket;
    if (this.isClosed) socket.close(1000);
    for (const text of this.waiting.splice(0)) socket.send(text);
  }

  send(text: string): void {
    if (this.isClosed) throw new Error('the connection is closed');
    if (this.socket) this.socket.send(text);
    else this.waiting.push(text);
  }

  close(code?: number, reason?: string): void {
    this.isClosed = true;
    this.socket?.close(code, reason);
  }

  serializeAttachment(value: unknown): void {
    this.attachment = structuredClone(value);
  }

  deserializeAttachment(): unknown {
    return this.attachment;
  }
}
