import { createContext } from 'react';

/** What the site's variant decides about modals; given by the layout, the same for every visitor of a page. */
export interface ModalSettings {
  /** Whether the terms note is shown (spec 2.50). */
  terms: boolean;
  /** Spec 2.30: the sister service, where the plan modal names one. */
  sisterUrl: string | null;
}

export const ModalSettingsContext = createContext<ModalSettings>({ terms: true, sisterUrl: null });
