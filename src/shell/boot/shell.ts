import '../../features/live/client/auto-refresh.ts';
import { watchDrag } from './drag-scroll.ts';
import { watchGlobalState } from './global-state.ts';
import { watchKids } from './kids.ts';
import { watchLeaving } from './navigation-progress.ts';
import { watchOffline } from './offline.ts';
import { watchIdle } from './prefetch.ts';
import { watchProgress } from './progress.ts';
import { watchRailSteps } from './rail-steps.ts';
import { watchScroll } from './scroll-state.ts';
import { watchTheme } from './theme.ts';

/** The script of every page before hydration: an entry of its own (scripts/lib/page-scripts.ts). */
document.documentElement.dataset['js'] = '';
watchTheme();
watchKids();
watchGlobalState();
watchScroll();
watchDrag();
watchRailSteps();
watchIdle();
watchOffline();
watchLeaving();
watchProgress();
