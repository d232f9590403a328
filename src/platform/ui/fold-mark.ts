/**
 * The id of the empty element at the fold. The browser paints once it is parsed, so that no blank frame comes first; the
 * Worker sends what is above it first (issue 2, section 7).
 */
export const FOLD_ID = 'fold';

export const FOLD_MARK = `<template id="${FOLD_ID}"></template>`;
