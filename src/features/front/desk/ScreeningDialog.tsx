import { Loaded } from '../../../platform/desk/Screen.tsx';
import { useCall } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { paths } from '../../../platform/paths.ts';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { PagePreview } from '../../catalogue/desk/PagePreview.tsx';
import { getDeskScreening } from '../screenings-contract.ts';
import { findNextTurn } from '../front-windows.ts';
import { HideScreening } from './HideScreening.tsx';
import { ScreeningForm } from './ScreeningForm.tsx';
import { FrontHistory } from './FrontHistory.tsx';
import { describeScreening } from './describe-screening.ts';
import { nameRef } from './words.ts';

export function ScreeningDialog({ id, onClose }: { id: number | 'new'; onClose: () => void }) {
  if (id === 'new')
    return (
      <Dialog title={m.screenings_make()} wide onClose={onClose}>
        <ScreeningForm screening={null} onDone={onClose} />
      </Dialog>
    );
  return <StoredScreening id={id} onClose={onClose} />;
}

function StoredScreening({ id, onClose }: { id: number; onClose: () => void }) {
  const answer = useCall(getDeskScreening, { id }, { isFresh: true });
  const screening = answer.data?.data;
  const name = screening === undefined ? '' : nameRef(screening.title, screening.title_id);
  return (
    <Dialog title={m.screenings_of({ name })} wide onClose={onClose}>
      <Loaded answer={answer}>
        {({ data }) => (
          <div className="desk-stack">
            <ScreeningForm key={data.rev} screening={data} onDone={onClose} />
            <HideScreening screening={data} />
            <PagePreview
              title={m.preview_title()}
              note={m.preview_note()}
              path={paths.screening(id)}
              planned={findNextTurn([data])}
            />
            <FrontHistory label={m.screenings_changes()} changes={data.changes} describe={describeScreening} />
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}
