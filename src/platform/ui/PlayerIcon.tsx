import { PLAYER_ICONS, type IconName } from './player-icons.ts';

export function PlayerIcon({ name }: { name: IconName }) {
  return (
    <svg className="player-icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path d={PLAYER_ICONS[name]} fill="currentColor" fillRule="evenodd" />
    </svg>
  );
}
