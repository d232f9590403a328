/** Icons of the page's sprite (src/shell/Sprite.astro). */
type IconName = 'close' | 'search' | 'user' | 'next';

/** A decorative icon; what it means is said by text beside or around it. `size` in pixels. */
export function Icon({ name, size = 22 }: { name: IconName; size?: number }) {
  return (
    <svg width={size} height={size} aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  );
}
