import { countPlay as call } from '../contract.ts';
import { api } from '../../../platform/client/island-api.ts';

export async function countPlay(id: number): Promise<void> {
  await api(call, { id });
}
