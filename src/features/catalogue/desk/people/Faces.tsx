import { m } from '../../../../platform/text/desk/messages.js';
import { getPortraitPosition } from '../../../titles/portrait-focus.ts';

interface Props {
  picture: string;
  /** Percent; a square needs none. */
  focus?: { x: number; y: number };
  heading?: string;
}

const MIDDLE = { x: 50, y: 50 };

/** A portrait as lists and its page show it. */
export function Faces({ picture, focus = MIDDLE, heading = m.art_preview() }: Props) {
  return (
    <section className="desk-place" aria-label={heading}>
      <h3>{heading}</h3>
      <div className="desk-faces">
        {(['round', 'square'] as const).map((shape) => (
          <img
            key={shape}
            className={shape === 'round' ? 'desk-face desk-face-round' : 'desk-face'}
            src={picture}
            style={{ objectPosition: getPortraitPosition(focus) }}
            alt=""
          />
        ))}
      </div>
    </section>
  );
}
