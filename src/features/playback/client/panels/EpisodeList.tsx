import { useState, type CSSProperties } from 'react';
import type { Season, TitleDetails } from '../../../titles/contract/catalogue.ts';
import { getLocalProgress } from '../../../progress/client/progress.ts';
import { getPosition } from '../../../progress/progress.ts';
import { openModal } from '../../../../platform/client/modal.ts';
import { nameIn } from '../../../../platform/text/locale.ts';
import { formatNumber } from '../../../../platform/text/format.ts';
import { getLocale } from '../../../../platform/text/current-locale.ts';
import { m } from '../../../../platform/text/paraglide/messages.js';
import { closePanel } from './panel.ts';
import { SidePanel } from './SidePanel.tsx';

type Episode = Season['episodes'][number];

export function EpisodeList({ details }: { details: TitleDetails }) {
  const { seasons, id } = details;
  const [number, setNumber] = useState(details.season ?? seasons[0]?.number);
  const season = seasons.find((candidate) => candidate.number === number) ?? seasons[0];
  return (
    <SidePanel title={m.player_episodes()} first="[aria-current]">
      {seasons.length > 1 && (
        <label className="player-season">
          <span>{m.player_season()}</span>
          <select
            className="player-field"
            value={season?.number}
            onChange={(event) => setNumber(Number(event.currentTarget.value))}
          >
            {seasons.map((one) => (
              <option key={one.number} value={one.number}>
                {m.player_season_number({ number: formatNumber(one.number) })}
              </option>
            ))}
          </select>
        </label>
      )}
      <ol className="player-list">
        {season?.episodes.map((episode) => (
          <li key={episode.id}>
            <EpisodeButton episode={episode} current={episode.id === id} />
          </li>
        ))}
      </ol>
    </SidePanel>
  );
}

function EpisodeButton({ episode, current }: { episode: Episode; current: boolean }) {
  const progress = getLocalProgress(episode.id);
  const share = progress.duration > 0 ? Math.min(1, getPosition(progress) / progress.duration) : 0;
  const percent = Math.round(share * 100);
  const open = () => {
    closePanel();
    if (!current) openModal({ name: 'player', kind: 'episode', id: episode.id });
  };
  return (
    <button type="button" aria-current={current || undefined} onClick={open}>
      <span>
        {m.player_episode({ number: formatNumber(episode.number), name: nameIn(getLocale(), episode) })}
        {percent > 0 && (
          <span className="player-episode-share" style={{ '--played': `${percent}%` } as CSSProperties}>
            <span className="sr-only">{m.player_watched_share({ value: formatNumber(percent) })}</span>
          </span>
        )}
      </span>
      <time>{m.player_minutes({ minutes: formatNumber(episode.minutes) })}</time>
    </button>
  );
}
