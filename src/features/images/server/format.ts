export interface ImageFormat {
  name: 'avif' | 'webp' | 'jpg';
  type: 'image/avif' | 'image/webp' | 'image/jpeg';
  quality: number;
}

export const FORMATS: readonly ImageFormat[] = [
  { name: 'avif', type: 'image/avif', quality: 55 },
  { name: 'webp', type: 'image/webp', quality: 75 },
];
export const JPEG: ImageFormat = { name: 'jpg', type: 'image/jpeg', quality: 78 };

export function preferredFormat(accept: string | null): ImageFormat {
  const types = (accept ?? '').split(',').flatMap((part) => {
    const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : [type];
  });
  return FORMATS.find((format) => types.includes(format.type)) ?? JPEG;
}
