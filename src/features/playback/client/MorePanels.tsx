import type { TitleDetails } from '../../titles/contract/catalogue.ts';
import { useStyles } from '../../../platform/ui/use-styles.ts';
import { ChapterList } from './ChapterList.tsx';
import { EpisodeList } from './EpisodeList.tsx';
import { KeyList } from './KeyList.tsx';
import css from './more-panels.css?inline';
import { closePanel, type Panel } from './panel.ts';
import { StatsPanel } from './StatsPanel.tsx';

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
