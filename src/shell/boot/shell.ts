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

/** All the script that a page runs before anyone touches it; each part is a few lines and needs no framework. */
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
