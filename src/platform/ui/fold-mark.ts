/** The browser paints once it is parsed, and the Worker sends the HTML above it first (issue 2, section 7). */
export const FOLD_ID = 'fold';

export const FOLD_MARK = `<template id="${FOLD_ID}"></template>`;
