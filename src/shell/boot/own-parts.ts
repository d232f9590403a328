import { watchProgress } from './progress.ts';

export function watchOwn(): void {
  watchProgress();
  if (document.querySelector('[data-own]'))
    void import('../../features/title-page/client/fill-title.ts').then(
      ({ fillTitle }) => fillTitle(),
      () => undefined,
    );
}
