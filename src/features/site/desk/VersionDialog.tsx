import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Loaded, Refusal } from '../../../platform/desk/Screen.tsx';
import { useAct, useCall } from '../../../platform/desk/use-call.ts';
import { useDraft } from '../../../platform/desk/use-draft.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { getSitePart, listSiteVersions, restoreSitePart, type SitePart } from '../texts-contract.ts';
import { ValueView } from './ValueView.tsx';

interface Props {
  part: SitePart;
  /** Of the newest version. */
  rev: number;
  version: number;
  mayWrite: boolean;
  onClose: () => void;
}

export function VersionDialog({ part, rev, version, mayWrite, onClose }: Props) {
  const answer = useCall(getSitePart, { part, version });
  const restore = useAct(restoreSitePart, [getSitePart, listSiteVersions], [getSitePart]);
  const { value, isStored, change, clear } = useDraft(`site-restore:${part}/${String(version)}`, { reason: '' });
  const { reason } = value;
  const finish = () => {
    clear();
    onClose();
  };
  return (
    <Dialog
      title={version === 0 ? m.site_version_built_in() : m.site_version_title({ number: formatNumber(version) })}
      wide
      onClose={onClose}
    >
      <Loaded answer={answer}>{({ data }) => <ValueView value={data.value} />}</Loaded>
      {mayWrite && (
        <form
          className="desk-form"
          onSubmit={(event) => {
            event.preventDefault();
            restore.mutate({ part, version, rev, reason }, { onSuccess: finish });
          }}
        >
          <DraftNote isStored={isStored} clear={clear} />
          <ReasonField
            value={reason}
            onChange={(text) => {
              change({ reason: text });
            }}
          />
          <Refusal error={restore.error} />
          <div className="desk-buttons">
            <Button type="submit" disabled={!isReason(reason)} busy={restore.isPending}>
              {m.site_restore()}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
