import type { ComponentProps } from 'react';

interface Props extends ComponentProps<'button'> {
  look?: 'solid' | 'line' | 'link'; // `solid` for the main action
  busy?: boolean;
}

const LOOKS = { solid: 'btn-solid', line: 'btn-line', link: 'text-button' };

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
