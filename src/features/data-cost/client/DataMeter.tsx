import type { EntitlementAnswer } from '../../watch-options/contract.ts';
import { megabytesAnHour } from '../start-quality.ts';
import { formatNumber, formatPlain } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';

interface Props {
  renditions: NonNullable<EntitlementAnswer['play']>['renditions'];
  /** Bits per second of the sound alone; null where it cannot be had alone. */
  audio: number | null;
}

/** What an hour of each quality really takes, from the files themselves. */
export function DataMeter({ renditions, audio }: Props) {
  return (
    <table className="data-meter">
      <caption>{m.data_caption()}</caption>
      <tbody>
        {renditions.map(({ height, bandwidth }) => (
          <tr key={height}>
            <th scope="row">{m.player_quality_height({ height: formatPlain(height) })}</th>
            <td>{hourly(bandwidth)}</td>
          </tr>
        ))}
        {audio !== null && (
          <tr>
            <th scope="row">{m.player_audio_only()}</th>
            <td>{hourly(audio)}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** Bits per second as megabytes an hour, in the digits of the locale. */
export function hourly(bandwidth: number): string {
  return m.data_hourly({ count: formatNumber(megabytesAnHour(bandwidth)) });
}

/** How the viewer's network probably bills it (spec 1.07 to 1.09): a hint, and said to be one. */
export function BillingNote({ billing, state }: Pick<EntitlementAnswer, 'billing' | 'state'>) {
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
