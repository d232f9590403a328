import { CallError } from '../../../platform/desk/call-desk.ts';
import { Panel } from '../../../platform/desk/Screen.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { Field } from '../../../platform/ui/Field.tsx';
import type { FlagsValue } from '../flag-rules.ts';
import { PartForm } from './PartForm.tsx';
import { usePartEdit } from './use-part-edit.ts';
import { namePart, type VersionOf } from './words.ts';

type SwitchField = 'lists' | 'show_app' | 'cast';

const SWITCHES = [
  { field: 'lists', on: 'on', off: 'soon', name: m.flag_lists, effect: m.flag_lists_effect },
  { field: 'show_app', on: '3', off: '1', name: m.flag_app, effect: m.flag_app_effect },
  { field: 'cast', on: 'on', off: 'off', name: m.flag_cast, effect: m.flag_cast_effect },
] as const satisfies readonly { field: SwitchField; on: string; off: string; [text: string]: unknown }[];

export function FlagsForm({ version }: { version: VersionOf<FlagsValue> }) {
  const edit = usePartEdit(version);
  const { value } = edit;
  const faults = edit.error instanceof CallError ? edit.error.error.errors : {};
  const set = (part: Partial<FlagsValue>) => {
    edit.edit({ ...value, ...part });
  };
  return (
    <PartForm label={namePart('flags')} edit={edit}>
      <p className="desk-note">{m.flags_note()}</p>
      <div className="desk-columns">
        {SWITCHES.map(({ field, on, off, name, effect }) => (
          <Panel key={field} title={name()}>
            <p className="desk-note">{effect()}</p>
            <Select
              label={name()}
              isLabelHidden
              value={value[field]}
              options={[
                ['host', m.flag_as_host()],
                [on, m.service_on()],
                [off, m.service_off()],
              ]}
              onChange={(choice) => {
                set({ [field]: choice });
              }}
            />
          </Panel>
        ))}
        <Panel title={m.flag_fullrate()}>
          <p className="desk-note">{m.flag_fullrate_effect()}</p>
          <Select
            label={m.flag_fullrate()}
            isLabelHidden
            value={value.networks}
            options={[
              ['host', m.flag_as_host()],
              ['list', m.flag_networks_list()],
              ['none', m.flag_networks_none()],
            ]}
            onChange={(networks) => {
              set({ networks });
            }}
          />
          {value.networks === 'list' && (
            <Field
              label={m.flag_network_list()}
              hint={m.flag_network_list_hint()}
              error={faults['network_list']?.[0]}
              dir="ltr"
              value={value.network_list}
              onChange={(event) => {
                set({ network_list: event.target.value });
              }}
            />
          )}
        </Panel>
      </div>
    </PartForm>
  );
}
