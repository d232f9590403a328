import type { ComponentProps } from 'react';

interface Props extends ComponentProps<'button'> {
  /** `solid` for the one thing to do here, `line` for the others, `link` among text. */
  look?: 'solid' | 'line' | 'link';
  /** Working on it: announced, and not to be pressed again. */
  busy?: boolean;
}

const LOOKS = { solid: 'btn-solid', line: 'btn-line', link: 'text-button' };

/** A button of the site. Of type `button` unless told: a stray submit is worse than a dead button. */
export function Button({ look = 'solid', busy = false, disabled, className = '', type = 'button', ...rest }: Props) {
  return (
    <button
      {...rest}
      type={type}
      className={`${LOOKS[look]} ${className}`.trim()}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
    />
  );
}
