import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import type { DraftSlide } from './hero-draft.ts';
import { LineFields } from './LineFields.tsx';
import { WindowFields } from './WindowFields.tsx';
import { nameRef } from './words.ts';

interface Props {
  slide: DraftSlide;
  onChange: (slide: DraftSlide) => void;
  onClose: () => void;
}

/** Writes into the draft: the hero's own save sends it. */
export function SlideDialog({ slide, onChange, onClose }: Props) {
  const change = (part: Partial<DraftSlide>) => {
    onChange({ ...slide, ...part });
  };
  return (
    <Dialog title={m.front_slide_of({ name: nameRef(slide.title, slide.id) })} wide onClose={onClose}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
        }}
      >
        <LineFields value={slide} hint={m.front_line_hint()} onChange={change} />
        <WindowFields value={slide} onChange={change} />
        <Button type="submit">{m.front_ready()}</Button>
      </form>
    </Dialog>
  );
}
