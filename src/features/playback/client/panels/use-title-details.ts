import { useEffect, useState } from 'react';
import { getTitle, type TitleDetails } from '../../../titles/contract/catalogue.ts';
import type { TitleKind } from '../../../../platform/kinds.ts';
import { api } from '../../../../platform/client/island-api.ts';

/** The title's chapters and seasons, loaded after the film has begun; null until then, and without an answer. */
export function useTitleDetails({ kind, id }: { kind: TitleKind; id: number }, begun: boolean): TitleDetails | null {
  const [details, setDetails] = useState<TitleDetails | null>(null);
  useEffect(() => {
    if (!begun) return;
    const closing = new AbortController();
    void api(getTitle, { kind, id }).then((answer) => {
      if (answer.ok && !closing.signal.aborted) setDetails(answer.value.data);
    });
    return () => closing.abort();
  }, [kind, id, begun]);
  return details;
}
