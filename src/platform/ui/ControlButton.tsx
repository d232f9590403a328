import { PlayerIcon } from './PlayerIcon.tsx';
import type { IconName } from './player-icons.ts';

interface Props {
  icon: IconName;
  label: string;
  keys?: string; // As aria-keyshortcuts
  pressed?: boolean;
  expanded?: boolean;
  className?: string;
  onPress: () => void;
}

export function ControlButton({ icon, label, keys, pressed, expanded, className = '', onPress }: Props) {
  return (
    <button
      type="button"
      className={`player-control ${className}`}
      aria-label={label}
      title={label}
      aria-keyshortcuts={keys}
      aria-pressed={pressed}
      aria-expanded={expanded}
      onClick={onPress}
    >
      <PlayerIcon name={icon} />
    </button>
  );
}
