import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { getHero as getCall, saveHero as saveCall, Hero, SlideInput } from '../contract.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { isBackwards } from '../front-windows.ts';
import { readFrontTitles } from './front-titles.ts';
import { readRevision, writePart } from './part-changes.ts';
import type { PartValue } from './part-value.ts';

const HERO = 'hero';

const slideRows = v.array(
  v.object({
    title_id: v.number(),
    line_fa: v.nullable(v.string()),
    line_en: v.nullable(v.string()),
    starts_at: v.nullable(v.number()),
    ends_at: v.nullable(v.number()),
  }),
);

async function readSlides({ db }: Pick<RequestContext, 'db'>): Promise<SlideInput[]> {
  return v.parse(
    slideRows,
    await db.all(sql`SELECT title_id, line_fa, line_en, starts_at, ends_at FROM sliders ORDER BY position`),
  );
}

/** Texts of a slide that are empty are none: the title's synopsis is shown. */
const toText = (slides: readonly SlideInput[]) =>
  JSON.stringify({
    slides: slides.map(({ title_id, line_fa, line_en, starts_at, ends_at }) => ({
      ...{ title_id, line_fa: line_fa || null, line_en: line_en || null, starts_at, ends_at },
    })),
  });

export async function readHeroValue(context: RequestContext): Promise<PartValue> {
  return { part: HERO, text: toText(await readSlides(context)) };
}

async function readHero(context: RequestContext): Promise<Hero> {
  const { db, now } = context;
  const slides = await readSlides(context);
  const ids = slides.map(({ title_id: id }) => id);
  const titles = await readFrontTitles(db, ids, now);
  return {
    ...(await readRevision(db, HERO, toText(slides))),
    slides: slides.map((slide) => ({ ...slide, title: titles.get(slide.title_id) ?? null })),
  };
}

export const getHero: OperatorService<typeof getCall> = async (context) => ok({ data: await readHero(context) });

/** A save of what is there changes nothing. */
export const saveHero: OperatorService<typeof saveCall> = async (context, { rev, slides }, operator, record) => {
  const checked = await checkSlides(context, slides);
  if (!checked.ok) return checked;
  const { text: before } = await readHeroValue(context);
  const after = toText(slides);
  if (after === before) return getHero(context, {}, operator, record);
  if (!(await writePart(context, { part: HERO, rev, before, after, operator }))) return fail('front_changed');
  record({ before: JSON.parse(before) as unknown, after: JSON.parse(after) as unknown });
  return getHero(context, {}, operator, record);
};

async function checkSlides(
  { db, now }: RequestContext,
  slides: readonly SlideInput[],
): Promise<Outcome<null, ErrorCode>> {
  const ids = slides.map(({ title_id: id }) => id);
  const titles = await readFrontTitles(db, ids, now);
  const refused: Record<string, ErrorCode> = {};
  for (const [at, slide] of slides.entries()) {
    if (!titles.has(slide.title_id)) refused[`slides.${String(at)}`] = 'front_title';
    else if (isBackwards(slide)) refused[`slides.${String(at)}`] = 'front_window';
  }
  const [first] = Object.values(refused);
  return first === undefined ? ok(null) : fail(first, { fields: refused });
}
