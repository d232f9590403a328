import { API_BASE } from '../../../platform/http/calls/api-base.ts';
import { RELEASE_STREAM_PATH } from '../contract.ts';

export function releaseStream(stream: string): void {
  const body = new Blob([JSON.stringify({ stream })], { type: 'application/json' });
  navigator.sendBeacon(API_BASE + RELEASE_STREAM_PATH, body);
}
