import { RATIOS, type Crop, type Ratio } from '../../crop.ts';

/** Pixels across: the windows of the preview are smaller. */
const WIDTH = 640;
const QUALITY = 0.8;

/** The address of a part of a picture, before the server has cut it. */
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
