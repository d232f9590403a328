import { useStore } from '@nanostores/react';
import { formatNumber } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { Choice } from './Choice.tsx';
import { $sleep, getSleepChoice, setSleep, SLEEP_MINUTES } from './sleep-timer.ts';

export function SleepChoice() {
  const sleep = useStore($sleep);
  return (
    <Choice
      legend={m.player_sleep()}
      options={[
        { value: 'off', label: m.player_sleep_off() },
        ...SLEEP_MINUTES.map((minutes) => ({
          value: String(minutes),
          label: m.player_minutes({ minutes: formatNumber(minutes) }),
        })),
        { value: 'end', label: m.player_sleep_end() },
      ]}
      selected={getSleepChoice(sleep)}
      onSelect={(choice) => setSleep(choice, Date.now())}
    />
  );
}
