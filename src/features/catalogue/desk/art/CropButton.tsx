import { useState } from 'react';
import { lazyComponent } from '../../../../platform/client/lazy-component.tsx';
import { m } from '../../../../platform/text/desk/messages.js';
import { Button } from '../../../../platform/ui/Button.tsx';
import type { TitleArt } from '../../art-contract.ts';
import type { CropField } from '../../crop.ts';
import type { PreviewTitle } from './ArtPreview.tsx';
import { nameArt } from './art-texts.ts';

const CropDialog = lazyComponent(async () => (await import('./CropDialog.tsx')).CropDialog);

interface Props {
  title: PreviewTitle;
  field: CropField;
  art: TitleArt;
}

export function CropButton({ title, field, art }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        look="link"
        aria-label={m.art_crop_of({ name: nameArt(field) })}
        onClick={() => {
          setOpen(true);
        }}
      >
        {m.art_crop()}
      </Button>
      {isOpen && (
        <CropDialog
          title={title}
          field={field}
          art={art}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}
