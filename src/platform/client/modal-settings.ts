import { createContext } from 'react';

export interface ModalSettings {
  terms: boolean;
  /** Spec 2.30; `terms` is of spec 2.50. */
  sisterUrl: string | null;
  trialDays: number; // 0 without a trial
}

export const ModalSettingsContext = createContext<ModalSettings>({ terms: true, sisterUrl: null, trialDays: 0 });
