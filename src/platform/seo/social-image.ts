import brand from '../config/brand.json' with { type: 'json' };
import { getBrand } from '../text/site-brand.ts';
import { findIconPath } from './site-icon.ts';
import { paths } from '../paths.ts';
import { isProviderPicture, SOCIAL_HEIGHT, SOCIAL_WIDTH } from '../image-widths.ts';
import type { Seo } from './seo.ts';

interface Pictured {
  art: string | null;
  backdrop: string | null;
  social?: string | null | undefined;
}

export function getSocialImagePath({ art, backdrop, social }: Pictured): string {
  const picture = social ?? backdrop ?? art;
  return picture === null ? (findIconPath(getBrand()) ?? brand.icons.large) : paths.socialImage(picture);
}

export function describeSocialImage(title: Pictured, alt: string): Seo['image'] {
  const picture = title.social ?? title.backdrop ?? title.art;
  if (picture === null) return undefined;
  const path = getSocialImagePath(title);
  return isProviderPicture(picture) ? path : { path, width: SOCIAL_WIDTH, height: SOCIAL_HEIGHT, alt };
}
