import { getSupportPhone } from '../text/support-phone.ts';

interface HelpState {
  appPage: string | null;
  kids: boolean;
  offers: (call: string) => boolean;
}

/** Messages are closed in kids mode, and the app has its own pages. */
export const offersHelp = ({ appPage, kids, offers }: HelpState): boolean =>
  appPage === null && !kids && offers('openHelp');

export async function loadSupportPhone(
  details: () => Promise<{ support_phone: string } | null>,
): Promise<string | null> {
  return (await details())?.support_phone ?? getSupportPhone();
}
