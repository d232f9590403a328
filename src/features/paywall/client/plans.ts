import { atom, type ReadableAtom } from 'nanostores';
import type { Api } from '../../../platform/client/api.ts';
import { getPlans, type Plan } from '../../checkout/contract.ts';
import type { ApiError } from '../../../platform/http/calls/errors.ts';

type PlansState =
  | { state: 'loading' }
  | { state: 'ready'; plans: readonly (Plan & { id: number })[]; description: string; titles?: number | undefined }
  | { state: 'failed'; error: ApiError };

export interface Plans {
  $plans: ReadableAtom<PlansState>;
  load: () => Promise<void>;
}

/** Loaded on show, dropped with the modal (spec 4.01). */
export function createPlans(api: Api): Plans {
  const $plans = atom<PlansState>({ state: 'loading' });
  const load = async () => {
    $plans.set({ state: 'loading' });
    const result = await api(getPlans, {});
    if (!result.ok) {
      $plans.set({ state: 'failed', error: result.error });
      return;
    }
    const { data, description, titles } = result.value;
    const plans = Object.entries(data).map(([id, plan]) => ({ ...plan, id: Number(id) }));
    $plans.set({ state: 'ready', plans, description, titles });
  };
  return { $plans, load };
}
