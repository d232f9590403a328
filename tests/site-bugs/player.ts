import type { SiteBug } from './site-bug.ts';

/** The player, its keys, its panels and its subtitles. */
export const PLAYER_BUGS: readonly SiteBug[] = [
  {
    name: 'the second subtitles have the direction of the first ones',
    file: 'src/features/playback/client/subtitles/SubtitleLayer.tsx',
    find: `rtl={other.rtl}`,
    replace: `rtl={main.rtl}`,
    tests: ['tests/e2e/playback/own-subtitles.spec.ts: "a file is drawn as text, a broken one refused"'],
  },
  {
    name: 'the clock of the player has Latin digits in Persian',
    file: 'src/platform/text/format-clock.ts',
    find: `(getLocale()).format(part)`,
    replace: `('en').format(part)`,
    tests: ['tests/unit/playback/rules.test.ts'],
  },
  {
    name: 'episodes that begin by themselves count as touched, so the player never asks',
    file: 'src/features/playback/client/next-episode/NextEpisode.tsx',
    find: `useCallback(() => onNext(true), [onNext])`,
    replace: `useCallback(() => onNext(false), [onNext])`,
    tests: [
      'tests/e2e/playback/player-device.spec.ts: "after three episodes that nobody touched, the next one asks first"',
    ],
  },
  {
    name: 'a link to a moment of a film leads to where the viewer was',
    file: 'src/features/playback/client/first-frame/start-position.ts',
    find: `startAt: linkedAt ?? getResumePosition(first)`,
    replace: `startAt: getResumePosition(first) ?? linkedAt`,
    tests: ['tests/unit/playback/start-position.test.ts'],
  },
  {
    name: 'a key that is held down pauses and plays in turn',
    file: 'src/features/playback/client/input/keyboard.ts',
    find: `return binding && (!repeat || binding.repeats) ? binding.command : null;`,
    replace: `return binding ? binding.command : null;`,
    tests: ['tests/unit/playback/keyboard.test.ts'],
  },
  {
    name: 'a panel of the player that closes keeps the focus from its button',
    file: 'src/features/playback/client/panels/use-panel-focus.ts',
    find: `if (opener instanceof HTMLElement) opener.focus();`,
    replace: `if (opener instanceof HTMLElement && !opener.isConnected) opener.focus();`,
    tests: ['tests/e2e/playback/own-subtitles.spec.ts: "a file is drawn as text, a broken one refused"'],
  },
];
