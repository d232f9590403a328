/** Mobiles of the accounts that look at the pages. */
export const VIEWER_MOBILES = {
  ...{ member: '09120000001', newcomer: '09120000002' },
  ...{ staff: '09120000003', colleague: '09120000004', editor: '09120000005', support: '09120000006' },
  ...{ finance: '09120000007', moderator: '09120000008', buyer: '09120000009', writer: '09120000010' },
};
