import { RATIOS, type Crop, type Ratio } from '../../crop.ts';

const WIDTH = 640;
const QUALITY = 0.8;

export function drawCrop(picture: HTMLImageElement, { x, y, width, height }: Crop, ratio: Ratio): string {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = Math.round(WIDTH / RATIOS[ratio]);
  const { naturalWidth: across, naturalHeight: down } = picture;
  canvas
    .getContext('2d')
    ?.drawImage(picture, x * across, y * down, width * across, height * down, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/jpeg', QUALITY);
}
