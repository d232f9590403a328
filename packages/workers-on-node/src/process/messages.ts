/** `own`: the rooms of the seat are this process' now. */
export interface FromPrimary {
  type: 'own' | 'stop';
}
/** `released`: the rooms are closed, and requests are still answered. */
export type FromWorker = { type: 'ready'; url: string } | { type: 'released' };

export function tellPrimary(message: FromWorker): void {
  process.send?.(message);
}
