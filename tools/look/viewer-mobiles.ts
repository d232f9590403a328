/** Mobiles of the accounts that look at the pages. */
export const VIEWER_MOBILES = {
  ...{ member: '09120000001', newcomer: '09120000002' },
  ...{ staff: '09120000003', colleague: '09120000004' },
};
