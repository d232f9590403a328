import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { askAlone } from '../../../platform/desk/call-desk.ts';
import { nameMember } from '../../../platform/desk/name-member.ts';
import { Moment } from '../../../platform/desk/Parts.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { holdTitle, RENEW_SECONDS } from '../lease-contract.ts';

const TAB_KEY = 'desk-tab';

/** One name for a tab and its reloads, which would else meet their own lease. */
function readTab(): string {
  try {
    const tab = sessionStorage.getItem(TAB_KEY) ?? crypto.randomUUID();
    sessionStorage.setItem(TAB_KEY, tab);
    return tab;
  } catch {
    return crypto.randomUUID();
  }
}

/**
 * Says who else edits the title, and tells others that this tab does, while it is in sight. Nobody is kept from saving: two
 * who write the same field see both texts.
 */
export function LeaseNote({ id }: { id: number }) {
  const [tab] = useState(readTab);
  const [wasOwn, setWasOwn] = useState(false);
  const client = useQueryClient();
  const queryKey = [holdTitle.name, id, tab];
  const { data: lease } = useQuery({
    queryKey,
    queryFn: async () => (await askAlone(holdTitle, { id, tab })).data,
    refetchInterval: RENEW_SECONDS * 1000,
    retry: false,
  });
  const isOwn = lease?.is_own === true;
  if (isOwn && !wasOwn) setWasOwn(true);
  useEffect(
    () => () => {
      // A tab that is closed without it ends by itself.
      void askAlone(holdTitle, { id, tab, act: 'leave' }).catch(() => null);
    },
    [id, tab],
  );
  const [isBusy, setIsBusy] = useState(false);
  if (lease === undefined || isOwn || lease.operator === null) return null;
  const take = async () => {
    setIsBusy(true);
    try {
      client.setQueryData(queryKey, (await askAlone(holdTitle, { id, tab, act: 'take' })).data);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <div className="desk-bulk" role="status">
      <p>
        <bdi>{nameMember(lease.operator)}</bdi> {wasOwn ? m.lease_lost() : m.lease_theirs()}{' '}
        {lease.began_at !== null && <Moment at={lease.began_at} />}. <span className="desk-note">{m.lease_note()}</span>
      </p>
      <Button look="line" busy={isBusy} onClick={() => void take()}>
        {m.lease_take()}
      </Button>
    </div>
  );
}
