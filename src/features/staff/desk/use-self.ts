import { useQuery, useQueryClient } from '@tanstack/react-query';
import { askApi } from '../../../platform/desk/call-desk.ts';
import type { ApiError } from '../../../platform/http/calls/errors.ts';
import { getStaffSelf } from '../contract.ts';
import type { Output } from '../../../platform/http/calls/call.ts';

export type Self = Output<typeof getStaffSelf>['data'];
type Answer = { self: Self; error: null } | { self: null; error: ApiError };

/** The member of this session; a refusal is an answer here. */
export function useSelf() {
  const client = useQueryClient();
  const query = useQuery<Answer>({
    queryKey: [getStaffSelf.name],
    queryFn: async () => {
      const result = await askApi(getStaffSelf, {});
      return result.ok ? { self: result.value.data, error: null } : { self: null, error: result.error };
    },
    staleTime: Infinity,
  });
  return { answer: query.data, ask: () => client.invalidateQueries({ queryKey: [getStaffSelf.name] }) };
}
