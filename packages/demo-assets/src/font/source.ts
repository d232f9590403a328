import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);
const FOLDER = 'vazirmatn/fonts';

/** Paths of Vazirmatn's files: the variable font that is cut, and two weights for drawn letters. */
export const FONT_SOURCE = {
  variable: resolve(`${FOLDER}/webfonts/Vazirmatn[wght].woff2`),
  medium: resolve(`${FOLDER}/ttf/Vazirmatn-Medium.ttf`),
  bold: resolve(`${FOLDER}/ttf/Vazirmatn-Bold.ttf`),
};
