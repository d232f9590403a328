import { Refusal } from '../../../platform/desk/Screen.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { renewRecoveryCodes } from '../contract.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';

export function RenewRecoveryDialog({ onClose }: { onClose: () => void }) {
  const renew = useAct(renewRecoveryCodes);
  const codes = renew.data?.data.recovery_codes;
  return (
    <Dialog title={m.recovery_renew()} onClose={onClose}>
      {codes === undefined ? (
        <form
          className="desk-form"
          onSubmit={(event) => {
            event.preventDefault();
            renew.mutate({});
          }}
        >
          <p>{m.recovery_renew_text()}</p>
          <Refusal error={renew.error} />
          <div className="desk-buttons">
            <Button type="submit" busy={renew.isPending}>
              {m.recovery_renew_do()}
            </Button>
            <Button look="line" onClick={onClose}>
              {m.recovery_keep()}
            </Button>
          </div>
        </form>
      ) : (
        <RecoveryCodes codes={codes} onRead={onClose} />
      )}
    </Dialog>
  );
}
