import { formatHourlyData } from '../../../data-cost/client/DataMeter.tsx';
import { m } from '../../../../platform/text/paraglide/messages.js';
import type { Quality } from './use-quality.ts';

const AUTO = 'auto';

export function listQualityOptions({ playing, renditions }: Quality) {
  const automatic = playing ? m.player_quality_auto_now({ height: String(playing) }) : m.player_quality_auto();
  const heights = renditions.map(({ height, bandwidth }) => ({
    value: String(height),
    label: m.player_quality_data({ height: String(height), data: formatHourlyData(bandwidth) }),
  }));
  return { auto: { value: AUTO, label: automatic }, heights };
}

export function getSelected({ selected }: Quality): string {
  return selected === null ? AUTO : String(selected);
}

export function selectQuality(quality: Quality, value: string): void {
  quality.select(value === AUTO ? null : Number(value));
}
