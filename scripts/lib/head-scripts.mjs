import { createHash } from 'node:crypto';
import { HEAD_SCRIPT } from '../../src/components/shell/head-script.mjs';

/** The CSP hash of the one script that Astro does not bundle. */
export const headScriptHashes = [`sha256-${createHash('sha256').update(HEAD_SCRIPT).digest('base64')}`];
