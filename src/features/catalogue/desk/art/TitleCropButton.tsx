import { lazyComponent } from '../../../../platform/client/lazy-component.tsx';
import { CropButton } from './CropButton.tsx';
import type { TitleCropProps } from './TitleCrop.tsx';

const TitleCrop = lazyComponent(async () => (await import('./TitleCrop.tsx')).TitleCrop);

export function TitleCropButton(props: TitleCropProps) {
  return <CropButton pictureName={props.name}>{(close) => <TitleCrop {...props} onClose={close} />}</CropButton>;
}
