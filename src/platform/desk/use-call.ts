import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Call, Input, Output } from '../http/calls/call.ts';
import { callDesk } from './call-desk.ts';

/** The answer of a reading call; `enabled` false: it is not made. `isFresh`: rows of another input are not shown until its
 * own answer is there. */
export function useCall<C extends Call>(call: C, input: Input<C>, { enabled = true, isFresh = false } = {}) {
  return useQuery({
    queryKey: [call.name, input],
    queryFn: () => callDesk(call, input),
    enabled,
    ...(!isFresh && { placeholderData: keepPreviousData }),
  });
}

/** An act. `changes`: the reading calls whose answers are old afterwards; `checks`: those of an act that was refused. */
export function useAct<C extends Call>(call: C, changes: readonly Call[] = [], checks: readonly Call[] = []) {
  const client = useQueryClient();
  const refresh = (calls: readonly Call[]) =>
    Promise.all(calls.map(({ name }) => client.invalidateQueries({ queryKey: [name] })));
  return useMutation<Output<C>, Error, Input<C>>({
    mutationFn: (input) => callDesk(call, input),
    onSuccess: () => refresh(changes),
    onError: () => refresh(checks),
  });
}
