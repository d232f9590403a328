import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Paths of Vazirmatn's files: the variable font that is cut, and two weights for drawn letters. */
export const FONT_SOURCE = {
  variable: require.resolve('vazirmatn/fonts/webfonts/Vazirmatn[wght].woff2'),
  medium: require.resolve('vazirmatn/fonts/ttf/Vazirmatn-Medium.ttf'),
  bold: require.resolve('vazirmatn/fonts/ttf/Vazirmatn-Bold.ttf'),
};
