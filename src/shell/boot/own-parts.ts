import { watchProgress } from './progress.ts';

watchProgress();
if (document.querySelector('[data-own]'))
  void import('../../features/title-page/client/fill-title.ts').then(
    ({ fillTitle }) => fillTitle(),
    () => undefined,
  );
