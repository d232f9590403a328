import { m } from '../../../../platform/text/paraglide/messages.js';
import { togglePanel } from './panel.ts';

export function PanelLinks({ hasChapters }: { hasChapters: boolean }) {
  return (
    <div className="player-links">
      {hasChapters && (
        <button type="button" className="player-chip" onClick={() => togglePanel('chapters')}>
          {m.player_chapters()}
        </button>
      )}
      <button type="button" className="player-chip" onClick={() => togglePanel('keys')}>
        {m.player_keys()}
      </button>
      <button type="button" className="player-chip" onClick={() => togglePanel('stats')}>
        {m.player_stats()}
      </button>
    </div>
  );
}
