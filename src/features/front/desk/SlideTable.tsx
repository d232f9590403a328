import { OrderedTable } from '../../../platform/desk/OrderedTable.tsx';
import { Badge } from '../../../platform/desk/Parts.tsx';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import type { DraftSlide } from './hero-draft.ts';
import { TitleRef } from './TitleRef.tsx';
import { WindowCell } from './WindowCell.tsx';
import { nameRef } from './words.ts';

interface Props {
  slides: readonly DraftSlide[];
  isBusy: boolean;
  mayWrite: boolean;
  onChange: (slides: DraftSlide[]) => void;
  onEdit: (slide: DraftSlide) => void;
}

const nameSlide = ({ title, id }: DraftSlide) => nameRef(title, id);

export function SlideTable({ slides, isBusy, mayWrite, onChange, onEdit }: Props) {
  const acts = {
    name: m.front_acts(),
    show: (slide: DraftSlide) => (
      <span className="desk-badges">
        <Button
          look="link"
          disabled={isBusy}
          aria-label={m.front_edit_of({ name: nameSlide(slide) })}
          onClick={() => {
            onEdit(slide);
          }}
        >
          {m.front_edit()}
        </Button>
        <Button
          look="link"
          disabled={isBusy}
          aria-label={m.front_remove_of({ name: nameSlide(slide) })}
          onClick={() => {
            onChange(slides.filter(({ key }) => key !== slide.key));
          }}
        >
          {m.front_remove()}
        </Button>
      </span>
    ),
  };
  return (
    <OrderedTable
      label={m.front_hero()}
      rows={slides}
      getKey={({ key }) => key}
      getName={nameSlide}
      mayOrder={mayWrite}
      {...{ isBusy, onOrder: onChange }}
      columns={[
        { name: m.titles_name(), kind: 'wide', show: showTitle },
        { name: m.front_when(), show: ({ starts, ends }) => <WindowCell {...{ starts, ends }} /> },
        ...(mayWrite ? [acts] : []),
      ]}
    />
  );
}

function showTitle({ id, title, line_fa: fa, line_en: en }: DraftSlide) {
  const line = getLocale() === 'fa' ? fa : en;
  return (
    <>
      <TitleRef id={id} title={title} />
      {title?.has_backdrop === false && <Badge tone="open">{m.front_no_backdrop()}</Badge>}
      {line !== '' && (
        <bdi className="desk-words desk-note" dir="auto">
          {line}
        </bdi>
      )}
    </>
  );
}
