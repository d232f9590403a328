import { paths } from '../../src/platform/paths.ts';
import { SANDBOX_OWNER } from './sandbox-owner.ts';

/** The text of `npm start` as soon as the demo answers at `url`, which has no slash at its end. */
export const buildStartText = (url: string): string => `
  Pardeh        ${url}
  Login codes   ${url}/dev/inbox
  Desk          ${url}${paths.desk()}   (owner ${SANDBOX_OWNER}; both codes are in the inbox)
  Ctrl-C stops.
`;
