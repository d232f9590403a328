import { useState } from 'react';
import { createKey } from '../../../platform/desk/create-key.ts';
import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { Empty, Panel } from '../../../platform/desk/Screen.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { getHero, MAX_SLIDES, saveHero, type Hero } from '../contract.ts';
import { AddTitles } from './AddTitles.tsx';
import { FrontHistory } from './FrontHistory.tsx';
import { draftSlides, toDraftSlides, toSlideInputs, type DraftSlide } from './hero-draft.ts';
import { describeHero } from './describe-part.ts';
import { usePartDraft } from './use-part-draft.ts';
import { SaveBar } from './SaveBar.tsx';
import { SlideDialog } from './SlideDialog.tsx';
import { SlideTable } from './SlideTable.tsx';
import { nameRef } from './words.ts';

/** The slides of home: all of them are one save. */
export function HeroPanel({ hero }: { hero: Hero }) {
  const edits = usePartDraft('hero', draftSlides, { rev: hero.rev, value: toDraftSlides(hero) });
  const save = useAct(saveHero, [getHero], [getHero]);
  const mayWrite = usePermissions().includes('front.write');
  const [openKey, setOpenKey] = useState<string | null>(null);
  const slides = edits.value;
  const input = toSlideInputs(slides);
  const open = slides.find(({ key }) => key === openKey);
  const replace = (next: DraftSlide) => {
    edits.change(slides.map((slide) => (slide.key === next.key ? next : slide)));
  };
  const names = new Map([...toDraftSlides(hero), ...slides].map(({ id, title }) => [id, nameRef(title, id)] as const));
  return (
    <Panel title={m.front_hero()}>
      <p className="desk-note">{m.front_hero_note({ most: formatNumber(MAX_SLIDES) })}</p>
      <DraftNote isStored={edits.isStored} clear={edits.clear} />
      {slides.length === 0 ? (
        <Empty>{m.front_hero_none()}</Empty>
      ) : (
        <SlideTable
          {...{ slides, mayWrite, isBusy: save.isPending, onChange: edits.change }}
          onEdit={({ key }) => {
            setOpenKey(key);
          }}
        />
      )}
      {mayWrite && (
        <>
          <SaveBar
            {...{ edits, act: save, isReady: input !== null }}
            theirs={describeHero(names)(JSON.stringify(hero))}
            save={() => {
              if (input !== null) save.mutate({ rev: edits.rev, slides: input }, { onSuccess: edits.clear });
            }}
          />
          <details className="desk-details">
            <summary>{m.front_add_slide()}</summary>
            <AddTitles
              isSaving={save.isPending}
              onAdd={(titles) => {
                const room = MAX_SLIDES - slides.length;
                const blank = { line_fa: '', line_en: '', starts: '', ends: '' };
                const added = titles
                  .slice(0, room)
                  .map((title) => ({ key: createKey('slide'), id: title.id, title, ...blank }));
                if (added.length > 0) edits.change([...slides, ...added]);
                return titles.slice(room);
              }}
            />
          </details>
        </>
      )}
      <FrontHistory label={m.front_hero_changes()} changes={hero.changes} describe={describeHero(names)} />
      {open && (
        <SlideDialog
          slide={open}
          onChange={replace}
          onClose={() => {
            setOpenKey(null);
          }}
        />
      )}
    </Panel>
  );
}
