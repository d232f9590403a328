import { useState, type ReactNode } from 'react';
import { m } from '../../../../platform/text/desk/messages.js';
import { Button } from '../../../../platform/ui/Button.tsx';

interface Props {
  pictureName: string;
  children: (close: () => void) => ReactNode;
}

export function CropButton({ pictureName, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        look="link"
        aria-label={m.art_crop_of({ name: pictureName })}
        onClick={() => {
          setOpen(true);
        }}
      >
        {m.art_crop()}
      </Button>
      {isOpen &&
        children(() => {
          setOpen(false);
        })}
    </>
  );
}
