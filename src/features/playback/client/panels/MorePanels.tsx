import type { TitleDetails } from '../../../titles/contract/catalogue.ts';
import { useStyles } from '../../../../platform/ui/use-styles.ts';
import { EpisodeList } from './EpisodeList.tsx';
import css from './more-panels.css?inline';
import { closePanel, type Panel } from './panel.ts';
import { StatsPanel } from './StatsPanel.tsx';
import { useMediaRemote, useMediaState } from '@pardeh/hls/react';
import { nameIn } from '../../../../platform/text/locale.ts';
import { getLocale } from '../../../../platform/text/current-locale.ts';
import { m } from '../../../../platform/text/paraglide/messages.js';
import { findChapter, type Chapter } from '../controls/chapters.ts';
import { formatClock } from '../../../../platform/text/format-clock.ts';
import { SidePanel } from './SidePanel.tsx';
import { Dialog } from '../../../../platform/ui/Dialog.tsx';
import keyListCss from './key-list.css?inline';
import { KEY_ROWS } from '../input/keyboard.ts';

interface Props {
  panel: Exclude<Panel, 'settings'>;
  details: TitleDetails | null;
}

export function MorePanels({ panel, details }: Props) {
  useStyles(css);
  if (panel === 'keys') return <KeyList onClose={closePanel} />;
  if (panel === 'stats') return <StatsPanel />;
  if (details === null) return null;
  return panel === 'chapters' ? <ChapterList chapters={details.chapters} /> : <EpisodeList details={details} />;
}

function ChapterList({ chapters }: { chapters: readonly Chapter[] }) {
  const remote = useMediaRemote();
  const current = findChapter(chapters, useMediaState('currentTime'));
  return (
    <SidePanel title={m.player_chapters()} first="[aria-current]">
      <ol className="player-list">
        {chapters.map((chapter) => (
          <li key={chapter.starts}>
            <button
              type="button"
              aria-current={chapter === current || undefined}
              onClick={() => remote.seek(chapter.starts)}
            >
              <span>{nameIn(getLocale(), chapter)}</span>
              <time>{formatClock(chapter.starts)}</time>
            </button>
          </li>
        ))}
      </ol>
    </SidePanel>
  );
}

function KeyList({ onClose }: { onClose: () => void }) {
  useStyles(keyListCss);
  return (
    <Dialog title={m.player_keys()} wide onClose={onClose}>
      <dl className="player-keys">
        {KEY_ROWS.map(({ shown, label }) => (
          <div key={shown[0]}>
            <dt>
              {shown.map((key) => (
                <kbd key={key} dir="ltr">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{label()}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
