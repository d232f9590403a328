import { useEffect } from 'react';
import type { ApiError } from '../../contract/errors.ts';
import { paths } from '../../domain/paths.ts';
import { getLocale } from '../../i18n/locale.ts';
import { m } from '../../i18n/paraglide/messages.js';
import { errorText } from '../../domain/error-text.ts';
import { leaveTo } from '../../stores/modal.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';

interface Props {
  error: ApiError | null;
  onRetry: () => void;
}

/** A cart that failed: 400 is a title that is not there and leads to the 404 page, all else home or to another try (spec 2.47). */
export function CartFailure({ error, onRetry }: Props) {
  const missing = error?.status === 400 || error?.status === 404;
  useEffect(() => {
    if (missing) leaveTo(paths.notFound());
  }, [missing]);
  if (missing) return null;
  return (
    <Dialog title={m.content_failed()} onClose={() => leaveTo(paths.home())}>
      <p role="alert">{(error && errorText(error, getLocale())) ?? m.network_failed()}</p>
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={onRetry}>{m.modal_try_again()}</Button>
        <a className="btn-line" href={paths.home()}>
          {m.player_home()}
        </a>
      </div>
    </Dialog>
  );
}
