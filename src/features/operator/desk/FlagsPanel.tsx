import { Link } from 'wouter';
import { DESK_FLAGS } from '../../../platform/config/site-flags.ts';
import { Badge, Code } from '../../../platform/desk/Parts.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { Panel } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import type { Output } from '../../../platform/http/calls/call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import type { FLAGS, getServices } from '../services-contract.ts';
import { HowToSet } from './HowToSet.tsx';

type Flag = Output<typeof getServices>['flags'][number];

const TEXTS: Record<(typeof FLAGS)[number], { name: () => string; effect: () => string }> = {
  SITE_VARIANT: { name: m.flag_variant, effect: m.flag_variant_effect },
  LISTS: { name: m.flag_lists, effect: m.flag_lists_effect },
  SHOW_APP: { name: m.flag_app, effect: m.flag_app_effect },
  CAST: { name: m.flag_cast, effect: m.flag_cast_effect },
  FULLRATE_NETWORKS: { name: m.flag_fullrate, effect: m.flag_fullrate_effect },
  CHAT_SCRIPT: { name: m.flag_chat, effect: m.flag_chat_effect },
};

export function FlagsPanel({ flags }: { flags: readonly Flag[] }) {
  const mayRead = usePermissions().includes('site.read');
  const settings = flags.filter(({ name }) => !DESK_FLAGS.some((one) => one === name));
  return (
    <Panel
      title={m.services_flags()}
      actions={
        mayRead && (
          <Link className="desk-link" href="/site?part=flags">
            {m.flag_arrange()}
          </Link>
        )
      }
    >
      <Table
        label={m.services_flags()}
        rows={flags}
        getKey={({ name }) => name}
        empty={m.value_none()}
        columns={[
          { name: m.services_switch(), show: ({ name }) => TEXTS[name].name() },
          {
            name: m.services_is_set(),
            show: ({ is_on: isOn }) => (
              <Badge tone={isOn ? 'good' : 'quiet'}>{isOn ? m.service_on() : m.service_off()}</Badge>
            ),
          },
          {
            name: m.flag_from(),
            show: ({ source }) => (source === 'desk' ? m.flag_from_desk() : m.flag_from_host()),
          },
          { name: m.services_effect(), kind: 'wide', show: ({ name }) => TEXTS[name].effect() },
          {
            name: m.services_setting(),
            show: ({ name, value }) => <Code text={value === '' ? name : `${name}=${value}`} />,
          },
        ]}
      />
      <p className="desk-note">{m.flag_host_only()}</p>
      <HowToSet settings={settings.map(({ name }) => ({ name, is_secret: false }))} />
    </Panel>
  );
}
