import { useCall } from '../../../../platform/desk/use-call.ts';
import { getStoryboard } from '../../art-contract.ts';
import type { Timeline } from '../../timeline-contract.ts';

interface Props {
  id: number;
  sheets: Timeline['sheets'];
  /** Seconds of the film. */
  at: number;
}

/** The storyboard's picture of a moment; an empty room until its sheet is there. */
export function FilmTile({ id, sheets, at }: Props) {
  const sheet = Math.max(
    0,
    sheets.findLastIndex((start) => start <= at),
  );
  const { data } = useCall(getStoryboard, { id, sheet: String(sheet) }, { isFresh: true });
  const board = data?.data;
  const picture = board?.pictures.findLast((one) => one.at <= at) ?? board?.pictures[0];
  if (board === undefined || picture === undefined) return <span className="desk-sprite" />;
  const { x, y, width, height } = picture;
  const style = {
    ...{ width, height },
    backgroundImage: `url(data:image/jpeg;base64,${board.image})`,
    backgroundPosition: `-${String(x)}px -${String(y)}px`,
  };
  return <span className="desk-sprite" style={style} />;
}
