import type { EntitlementAnswer } from '../../paywall/contract.ts';
import { computeMegabytesPerHour } from '../start-quality.ts';
import { formatNumber } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { useStyles } from '../../../platform/ui/use-styles.ts';
import css from './data-cost.css?inline';

interface Props {
  renditions: NonNullable<EntitlementAnswer['play']>['renditions'];
  audio: number | null; // Bits per second; null without an audio rendition
}

/** Data per hour by quality, from the files themselves. */
export function DataMeter({ renditions, audio }: Props) {
  return (
    <table className="data-meter">
      <caption>{m.data_caption()}</caption>
      <tbody>
        {renditions.map(({ height, bandwidth }) => (
          <tr key={height}>
            <th scope="row">{m.player_quality_height({ height: String(height) })}</th>
            <td>{formatHourlyData(bandwidth)}</td>
          </tr>
        ))}
        {audio !== null && (
          <tr>
            <th scope="row">{m.player_audio_only()}</th>
            <td>{formatHourlyData(audio)}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** Takes bits per second. */
export function formatHourlyData(bandwidth: number): string {
  return m.data_hourly({ count: formatNumber(computeMegabytesPerHour(bandwidth)) });
}

/** An estimate of the network's billing (spec 1.07 to 1.09), and labelled so. */
export function BillingNote({ billing, state }: Pick<EntitlementAnswer, 'billing' | 'state'>) {
  useStyles(css);
  const operator = billing.operator ?? m.data_your_network();
  const text = {
    half: m.data_half({ operator }),
    full: m.data_full({ operator }),
    unknown: m.data_unknown({ operator }),
  }[billing.rate];
  return (
    <>
      <p className="data-cost-note">{state === 'operator_fullrate' ? m.data_fullrate_watching({ operator }) : text}</p>
      {billing.fullrate_note && (
        <p className="data-cost-note">
          {m.data_fullrate_note({ operator: billing.fullrate_operators ?? m.data_fullrate_operators() })}
        </p>
      )}
    </>
  );
}
