import { useCall } from '../../../platform/desk/use-call.ts';
import { getGenres } from '../../titles/contract/catalogue.ts';
import type { DeskTitle } from '../contract.ts';

export function useGenres(): DeskTitle['genres'] {
  const { data = {} } = useCall(getGenres, {});
  return Object.entries(data).map(([key, label]) => ({ key, label_fa: label, label_en: label }));
}
