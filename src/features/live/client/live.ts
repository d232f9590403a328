import type { Result } from '../../../platform/client/api.ts';
import { getLivePlay, type LivePlay } from '../contract.ts';
import { setClock } from '../../../platform/client/server-clock.ts';
import { api } from '../../../platform/client/island-api.ts';

export async function loadLive(
  channel: number,
  from: number | undefined,
  stream: string | null,
): Promise<Result<LivePlay>> {
  const answer = await api(getLivePlay, {
    id: channel,
    ...(from !== undefined && { from }),
    ...(stream !== null && { stream }),
  });
  if (answer.ok && answer.value.data.now !== undefined) setClock(answer.value.data.now);
  return answer.ok ? { ok: true, value: answer.value.data } : answer;
}
