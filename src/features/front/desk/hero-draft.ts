import * as v from 'valibot';
import { getHero, type Hero, type SlideInput } from '../contract.ts';
import { readWindow, toTimeText } from './words.ts';

const title = getHero.output.entries.data.entries.slides.item.entries.title;
/** A slide as it is typed. `key` is of this browser: a title may have two slides. */
const draftSlide = v.object({
  key: v.string(),
  id: v.number(),
  title,
  ...{ line_fa: v.string(), line_en: v.string(), starts: v.string(), ends: v.string() },
});
export type DraftSlide = v.InferOutput<typeof draftSlide>;
export const draftSlides = v.array(draftSlide);

export const toDraftSlides = ({ slides }: Hero): DraftSlide[] =>
  slides.map((slide, at) => ({
    ...{ key: `stored-${String(at)}`, id: slide.title_id, title: slide.title },
    ...{ line_fa: slide.line_fa ?? '', line_en: slide.line_en ?? '' },
    ...{ starts: toTimeText(slide.starts_at), ends: toTimeText(slide.ends_at) },
  }));

/** Null where a time has another text. */
export function toSlideInputs(slides: readonly DraftSlide[]): SlideInput[] | null {
  const inputs = slides.flatMap(({ id, line_fa, line_en, starts, ends }) => {
    const window = readWindow({ starts, ends });
    return window === null ? [] : [{ title_id: id, line_fa, line_en, ...window }];
  });
  return inputs.length === slides.length ? inputs : null;
}
