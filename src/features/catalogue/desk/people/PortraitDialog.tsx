import { lazyComponent } from '../../../../platform/client/lazy-component.tsx';
import { usePermissions } from '../../../../platform/desk/permissions.ts';
import { Loaded, Refusal } from '../../../../platform/desk/Screen.tsx';
import { useAct, useCall } from '../../../../platform/desk/use-call.ts';
import { IMAGE_WIDTHS } from '../../../../platform/image-widths.ts';
import { paths } from '../../../../platform/paths.ts';
import { m } from '../../../../platform/text/desk/messages.js';
import { formatPlain } from '../../../../platform/text/format.ts';
import { Button } from '../../../../platform/ui/Button.tsx';
import { Dialog } from '../../../../platform/ui/Dialog.tsx';
import { listCreditedPeople, type CreditedPerson } from '../../people-contract.ts';
import {
  getPortrait,
  removePortrait,
  setPortraitFocus,
  uploadPortrait,
  type Portrait,
} from '../../portrait-contract.ts';
import { CropButton } from '../art/CropButton.tsx';
import { DropField } from '../art/DropField.tsx';
import { FocusField } from '../art/FocusField.tsx';
import { usePictureUpload } from '../art/use-upload.ts';
import { Faces } from './Faces.tsx';
import { namePerson } from './PersonNames.tsx';
import { PortraitHistory } from './PortraitHistory.tsx';

const PortraitCrop = lazyComponent(async () => (await import('./PortraitCrop.tsx')).PortraitCrop);

const WIDTHS = IMAGE_WIDTHS.portrait;

export function PortraitDialog({ person, onClose }: { person: CreditedPerson; onClose: () => void }) {
  const answer = useCall(getPortrait, { id: person.id }, { isFresh: true });
  return (
    <Dialog title={m.portrait_of({ name: namePerson(person) })} wide onClose={onClose}>
      <Loaded answer={answer}>{({ data }) => <Place person={data} />}</Loaded>
    </Dialog>
  );
}

function Place({ person }: { person: Portrait }) {
  const { id, portrait, focus, changes, is_cropped: isCropped } = person;
  const mayWrite = usePermissions().includes('titles.write');
  const calls = { changes: [getPortrait, listCreditedPeople], checks: [getPortrait] };
  const upload = usePictureUpload(uploadPortrait, 'portrait', calls.changes, calls.checks);
  const remove = useAct(removePortrait, calls.changes, calls.checks);
  const setFocus = useAct(setPortraitFocus, calls.changes, calls.checks);
  const picture =
    portrait === null ? (
      <span className="desk-none">{m.art_none()}</span>
    ) : (
      <img src={paths.image(portrait, WIDTHS[3])} alt={m.art_now({ name: m.portrait() })} />
    );
  return (
    <div className="desk-stack desk-portrait">
      <section className="desk-place" aria-label={m.portrait()}>
        {mayWrite ? (
          <DropField
            label={m.art_choose({ name: m.portrait() })}
            hint={m.portrait_hint({ width: formatPlain(WIDTHS[0]) })}
            upload={upload}
            onFile={(file, name) => {
              upload.mutate({ file, name, input: { id, seen: portrait ?? '' } });
            }}
          >
            {picture}
          </DropField>
        ) : (
          <div className="desk-picture">{picture}</div>
        )}
        {isCropped && <p className="desk-note">{m.art_cropped()}</p>}
        <Refusal error={upload.error ?? remove.error} />
        {mayWrite && portrait !== null && (
          <div className="desk-buttons">
            <CropButton pictureName={m.portrait()}>
              {(close) => <PortraitCrop person={person} onClose={close} />}
            </CropButton>
            <Button
              look="link"
              aria-label={m.art_remove_of({ name: m.portrait() })}
              busy={remove.isPending}
              onClick={() => {
                remove.mutate({ id, seen: portrait });
              }}
            >
              {m.art_remove()}
            </Button>
          </div>
        )}
      </section>
      {portrait !== null && isCropped && <Faces picture={paths.image(portrait, WIDTHS[2])} />}
      {portrait !== null && !isCropped && (
        <FocusField
          key={`${portrait} ${focus ?? ''}`}
          picture={paths.image(portrait, WIDTHS[4])}
          focus={focus}
          act={setFocus}
          save={(point) => {
            setFocus.mutate({ id, ...point, seen: focus ?? '' });
          }}
          mayWrite={mayWrite}
        >
          {(point) => <Faces picture={paths.image(portrait, WIDTHS[2])} focus={point} />}
        </FocusField>
      )}
      <PortraitHistory id={id} changes={changes} />
    </div>
  );
}
