import { useState } from 'react';
import { Loaded, Refusal } from '../../../../platform/desk/Screen.tsx';
import { useCall } from '../../../../platform/desk/use-call.ts';
import { m } from '../../../../platform/text/desk/messages.js';
import { formatClock } from '../../../../platform/text/format-clock.ts';
import { formatPlain } from '../../../../platform/text/format.ts';
import { Button } from '../../../../platform/ui/Button.tsx';
import { Dialog } from '../../../../platform/ui/Dialog.tsx';
import { getFilmFrame, getStoryboard, type FilmFrame, type Storyboard } from '../../art-contract.ts';
import { useFramePicture } from './use-frame-picture.ts';

interface Props {
  id: number;
  title: string;
  onChoose: (frame: Blob) => void;
  onClose: () => void;
}

/** A moment is chosen on the storyboard, then its key frame is shown as large as the film has it. */
export function FilmFrames({ id, title, onChoose, onClose }: Props) {
  const [at, setAt] = useState<number | null>(null);
  const [sheet, setSheet] = useState(0);
  return (
    <Dialog title={m.art_frames_of({ name: title })} wide onClose={onClose}>
      {at === null ? (
        <Board id={id} sheet={sheet} onSheet={setSheet} onMoment={setAt} />
      ) : (
        <Frame
          id={id}
          at={at}
          onMoment={setAt}
          onChoose={onChoose}
          onBack={() => {
            setAt(null);
          }}
        />
      )}
    </Dialog>
  );
}

interface BoardProps {
  id: number;
  sheet: number;
  onSheet: (sheet: number) => void;
  onMoment: (at: number) => void;
}

function Board({ id, sheet, onSheet, onMoment }: BoardProps) {
  const answer = useCall(getStoryboard, { id, sheet: String(sheet) });
  return (
    <Loaded answer={answer}>
      {({ data }) => (
        <div className="desk-stack">
          <p className="desk-note">{m.art_frames_note()}</p>
          <ul className="desk-board">
            {data.pictures.map((picture) => (
              <li key={picture.at}>
                <button
                  type="button"
                  aria-label={m.art_moment({ time: formatClock(picture.at) })}
                  onClick={() => {
                    onMoment(picture.at);
                  }}
                >
                  <span className="desk-sprite" style={toSprite(data, picture)} />
                  <bdi dir="ltr">{formatClock(picture.at)}</bdi>
                </button>
              </li>
            ))}
          </ul>
          {data.sheets > 1 && (
            <div className="desk-pager">
              <Button
                look="line"
                disabled={sheet === 0}
                onClick={() => {
                  onSheet(sheet - 1);
                }}
              >
                {m.art_board_before()}
              </Button>
              <Button
                look="line"
                disabled={sheet === data.sheets - 1}
                onClick={() => {
                  onSheet(sheet + 1);
                }}
              >
                {m.art_board_after()}
              </Button>
              <p className="desk-note">
                {m.art_board_page({ page: formatPlain(sheet + 1), count: formatPlain(data.sheets) })}
              </p>
            </div>
          )}
        </div>
      )}
    </Loaded>
  );
}

function toSprite({ image }: Storyboard, { x, y, width, height }: Storyboard['pictures'][number]) {
  return {
    width,
    height,
    backgroundImage: `url(data:image/jpeg;base64,${image})`,
    backgroundPosition: `-${String(x)}px -${String(y)}px`,
  };
}

interface FrameProps {
  id: number;
  at: number;
  onMoment: (at: number) => void;
  onChoose: (frame: Blob) => void;
  onBack: () => void;
}

function Frame({ id, at, onMoment, onChoose, onBack }: FrameProps) {
  const answer = useCall(getFilmFrame, { id, at: String(at) });
  const frame = answer.data?.data;
  const { picture, error } = useFramePicture(frame);
  const step = (label: string, moment: number | null | undefined) => (
    <Button
      look="line"
      disabled={moment === null || moment === undefined || answer.isFetching}
      onClick={() => {
        if (moment !== null && moment !== undefined) onMoment(moment);
      }}
    >
      {label}
    </Button>
  );
  return (
    <div className="desk-stack">
      <Loaded answer={answer}>
        {({ data }) => (
          <>
            {picture && <img className="desk-frame-picture" src={picture.url} alt={describeMoment(data)} />}
            <p className="desk-note" role="status">
              {describeMoment(data)}
              {picture &&
                ` · ${m.art_frame_size({ width: formatPlain(picture.width), height: formatPlain(picture.height) })}`}
            </p>
          </>
        )}
      </Loaded>
      <Refusal error={error} />
      <div className="desk-buttons">
        <Button
          disabled={picture === null || answer.isFetching}
          onClick={() => {
            if (picture) onChoose(picture.blob);
          }}
        >
          {m.art_frame_use()}
        </Button>
        {step(m.art_frame_previous(), frame?.previous)}
        {step(m.art_frame_next(), frame?.next)}
        <Button look="line" onClick={onBack}>
          {m.art_frame_back()}
        </Button>
      </div>
    </div>
  );
}

const describeMoment = ({ at }: FilmFrame) => m.art_moment({ time: formatClock(at) });
