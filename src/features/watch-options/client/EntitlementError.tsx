import { useEffect } from 'react';
import type { ApiError } from '../../../platform/http/calls/errors.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { leaveFailedEntitlement } from '../../../platform/client/leave-failed-entitlement.ts';
import { closeModal } from '../../../platform/client/modal.ts';
import { Dialog } from '../../../platform/ui/Dialog.tsx';

interface Props {
  error: ApiError;
  retryPath: string;
}

/** Leads to the 404 page or home (spec 2.47, 8.15). */
export function EntitlementError({ error, retryPath }: Props) {
  useEffect(() => {
    leaveFailedEntitlement(error, retryPath);
  }, [error, retryPath]);
  return (
    <Dialog title={m.content_failed()} onClose={closeModal}>
      <p role="status">{m.content_loading()}</p>
    </Dialog>
  );
}
