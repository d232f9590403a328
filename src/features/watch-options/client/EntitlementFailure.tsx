import { useEffect } from 'react';
import type { ApiError } from '../../../platform/http/errors.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { leaveFailedEntitlement } from '../../../platform/client/leave-failed-entitlement.ts';
import { closeModal } from '../../../platform/client/modal.ts';
import { Dialog } from '../../../platform/ui/Dialog.tsx';

interface Props {
  error: ApiError;
  /** Where another try begins. */
  retryPath: string;
}

/** A cart that failed leads to the 404 page or home (spec 2.47, 8.15); this stands until the next page is there. */
export function EntitlementFailure({ error, retryPath }: Props) {
  useEffect(() => {
    leaveFailedEntitlement(error, retryPath);
  }, [error, retryPath]);
  return (
    <Dialog title={m.content_failed()} onClose={closeModal}>
      <p role="status">{m.content_loading()}</p>
    </Dialog>
  );
}
