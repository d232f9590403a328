import { PlayerIcon, type IconName } from './player-icons.tsx';

interface Props {
  icon: IconName;
  label: string;
  /** The keys that do the same, as aria-keyshortcuts writes them. */
  keys?: string;
  pressed?: boolean;
  expanded?: boolean;
  className?: string;
  onPress: () => void;
}

/** A round button of the control bar, named by its label for sighted and other visitors alike. */
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
