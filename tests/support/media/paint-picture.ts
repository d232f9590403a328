import sharp from 'sharp';

/** A picture of one colour as a file that a page is given. A JPEG, whatever its name says. */
export async function paintPicture(width: number, height: number, name: string) {
  const image = sharp({ create: { width, height, channels: 3, background: '#206080' } });
  return { name, mimeType: 'image/jpeg', buffer: await image.jpeg().toBuffer() };
}

/** Half-transparent, as the name of a film in letters. */
export async function paintLettering(width: number, height: number, name: string) {
  const image = sharp({ create: { width, height, channels: 4, background: '#e0b04080' } });
  return { name, mimeType: 'image/png', buffer: await image.png().toBuffer() };
}
