import '../live/keep-true.ts';
import { watchDrag } from './drag-scroll.ts';
import { watchKids } from './kids.ts';
import { watchLeaving } from './leaving.ts';
import { watchOffline } from './offline.ts';
import { watchIdle } from './prefetch.ts';
import { watchProgress } from './progress.ts';
import { watchScroll } from './scroll-state.ts';
import { watchTheme } from './theme.ts';

/** All the script that a page runs before anyone touches it; each part is a few lines and needs no framework. */
document.documentElement.dataset['js'] = '';
watchTheme();
watchKids();
watchScroll();
watchDrag();
watchIdle();
watchOffline();
watchLeaving();
watchProgress();
