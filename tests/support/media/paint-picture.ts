import sharp from 'sharp';

/** A picture of one colour as a file that a page is given. A JPEG, whatever its name says. */
export async function paintPicture(width: number, height: number, name: string) {
  const image = sharp({ create: { width, height, channels: 3, background: '#206080' } });
  return { name, mimeType: 'image/jpeg', buffer: await image.jpeg().toBuffer() };
}
