import type { Fault } from './house-rules.ts';
import type { SiteValue } from './texts-contract.ts';
import type { DeskFlags } from '../../platform/config/site-flags.ts';
import { foldDigits } from '../../platform/text/digits.ts';

export type FlagsValue = Extract<SiteValue, { part: 'flags' }>;

/** Every flag as the host has it. */
export const BUILT_IN_FLAGS: FlagsValue = {
  part: 'flags',
  ...{ lists: 'host', show_app: 'host', cast: 'host', networks: 'host', network_list: '' },
};

const isNetwork = (text: string) => /^[1-9]\d{0,9}$/.test(text) && Number(text) < 2 ** 32;

/** AS numbers in the digits of any script, by commas or spaces, with or without `AS`. */
export function checkFlags(value: FlagsValue): { value: FlagsValue; faults: Record<string, Fault> } {
  if (value.networks !== 'list') return { value: { ...value, network_list: '' }, faults: {} };
  const numbers = foldDigits(value.network_list)
    .split(/[\s,،;؛]+/)
    .map((text) => text.replace(/^AS/i, ''))
    .filter((text) => text !== '');
  if (numbers.length === 0) return { value, faults: { network_list: 'site_empty' } };
  if (!numbers.every(isNetwork)) return { value, faults: { network_list: 'site_networks' } };
  return { value: { ...value, network_list: [...new Set(numbers)].join(',') }, faults: {} };
}

/** The settings that the desk replaces, as the host would have them. */
export function toDeskFlags({ lists, show_app, cast, networks, network_list }: FlagsValue): DeskFlags {
  return {
    ...(lists !== 'host' && { LISTS: lists }),
    ...(show_app !== 'host' && { SHOW_APP: show_app }),
    ...(cast !== 'host' && { CAST: cast }),
    ...(networks !== 'host' && { FULLRATE_NETWORKS: networks === 'list' ? network_list : '' }),
  };
}
