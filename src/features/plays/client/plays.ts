import { countPlay as call } from '../contract.ts';
import { api } from '../../../platform/client/island-api.ts';

/** Counts a view of a title. A failure changes nothing for the viewer. */
export async function countPlay(id: number): Promise<void> {
  await api(call, { id });
}
