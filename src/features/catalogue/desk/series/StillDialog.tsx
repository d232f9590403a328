import { Loaded } from '../../../../platform/desk/Screen.tsx';
import { useCall } from '../../../../platform/desk/use-call.ts';
import { m } from '../../../../platform/text/desk/messages.js';
import { formatPlain } from '../../../../platform/text/format.ts';
import { Dialog } from '../../../../platform/ui/Dialog.tsx';
import { getTitleArt } from '../../art-contract.ts';
import type { DeskEpisode } from '../../series-contract.ts';
import { ArtPreview } from '../art/ArtPreview.tsx';
import { PicturePlace } from '../art/PicturePlace.tsx';

export function StillDialog({ episode, onClose }: { episode: DeskEpisode; onClose: () => void }) {
  const { id, number } = episode;
  const title = { id, kind: 'episode' as const, values: episode };
  const answer = useCall(getTitleArt, { id }, { isFresh: true });
  return (
    <Dialog title={m.series_still_of({ number: formatPlain(number ?? 0) })} wide onClose={onClose}>
      <Loaded answer={answer}>
        {({ data }) => (
          <div className="desk-stack">
            <PicturePlace title={title} field="still" art={data} mayWrite />
            <ArtPreview title={title} values={data.values} series={data.series} focusX={null} focusY={null} />
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}
