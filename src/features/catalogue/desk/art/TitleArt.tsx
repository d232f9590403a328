import { usePermissions } from '../../../../platform/desk/permissions.ts';
import { Loaded, Panel } from '../../../../platform/desk/Screen.tsx';
import { useAct, useCall } from '../../../../platform/desk/use-call.ts';
import { paths } from '../../../../platform/paths.ts';
import { m } from '../../../../platform/text/desk/messages.js';
import { getTitleArt, setTitleFocus, type TitleArt as Art } from '../../art-contract.ts';
import { listUploadFields } from '../../art-fields.ts';
import { getDeskTitle, type DeskTitle } from '../../contract.ts';
import { ArtPreview } from './ArtPreview.tsx';
import { FocusField } from './FocusField.tsx';
import { PicturePlace } from './PicturePlace.tsx';
import { SocialPlace } from './SocialPlace.tsx';
import { StillList } from './StillList.tsx';
import { TrailerPlace } from './TrailerPlace.tsx';

export function TitleArt({ title }: { title: DeskTitle }) {
  const answer = useCall(getTitleArt, { id: title.id });
  return (
    <Panel title={m.art_title()}>
      <Loaded answer={answer}>{({ data }) => <Places title={title} art={data} />}</Loaded>
    </Panel>
  );
}

const FOCUS_WIDTH = 768;

interface Props {
  title: DeskTitle;
  art: Art;
}

function Places({ title, art }: Props) {
  const mayWrite = usePermissions().includes('titles.write');
  const fields = listUploadFields(title.kind);
  const focus = useAct(setTitleFocus, [getTitleArt, getDeskTitle], [getTitleArt]);
  return (
    <div className="desk-stack">
      {mayWrite && <p className="desk-note">{m.art_note()}</p>}
      <ul className="desk-places">
        {fields.map((field) =>
          field === 'stills' ? null : (
            <li key={field}>
              <PicturePlace title={title} field={field} art={art} mayWrite={mayWrite} />
            </li>
          ),
        )}
        {title.kind !== 'episode' && (
          <li>
            <SocialPlace title={title} art={art} mayWrite={mayWrite} />
          </li>
        )}
      </ul>
      {fields.includes('stills') && <StillList title={title} art={art} mayWrite={mayWrite} />}
      <TrailerPlace id={title.id} trailer={art.values.trailer} mayWrite={mayWrite} />
      {art.values.backdrop !== null && title.kind !== 'episode' && (
        <FocusField
          key={`${art.values.backdrop} ${art.values.focus ?? ''}`}
          picture={paths.image(art.values.backdrop, FOCUS_WIDTH)}
          focus={art.values.focus}
          act={focus}
          save={(point) => {
            focus.mutate({ id: title.id, ...point, seen: art.values.focus ?? '' });
          }}
          mayWrite={mayWrite}
        >
          {({ x, y }) => <ArtPreview title={title} values={art.values} series={null} focusX={x} focusY={y} />}
        </FocusField>
      )}
      {title.kind === 'episode' && (
        <ArtPreview title={title} values={art.values} series={art.series} focusX={null} focusY={null} />
      )}
      {art.values.backdrop === null && art.values.art !== null && title.kind !== 'episode' && (
        <ArtPreview title={title} values={art.values} series={null} focusX={null} focusY={null} />
      )}
    </div>
  );
}
