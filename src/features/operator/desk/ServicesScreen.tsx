import { Badge, Code, type Tone } from '../../../platform/desk/Parts.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { Loaded, Panel, Refusal, Screen } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { TrailLink } from '../../../platform/desk/TrailLink.tsx';
import { useAct, useCall } from '../../../platform/desk/use-call.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { nameIn } from '../../../platform/text/locale.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { GATEWAYS, type GatewayId } from '../../ledger/payment-kinds.ts';
import { FlagsPanel } from './FlagsPanel.tsx';
import { HowToSet } from './HowToSet.tsx';
import { getServices, testService, type Service, type ServiceId } from '../services-contract.ts';

const NAMES: Record<Exclude<ServiceId, GatewayId>, () => string> = {
  vandar: m.service_vandar,
  kavenegar: m.service_kavenegar,
  smsir: m.service_smsir,
  outbox: m.service_outbox,
};
const isGateway = (id: ServiceId): id is GatewayId => Object.hasOwn(GATEWAYS, id);
const nameService = (id: ServiceId) => (isGateway(id) ? nameIn(getLocale(), GATEWAYS[id]) : NAMES[id]());

/** Which settings of banks and SMS are there; their values are nowhere in the desk. */
export function ServicesScreen() {
  const answer = useCall(getServices, {});
  return (
    <Screen title={m.services_title()} note={m.services_note()}>
      <Loaded answer={answer}>
        {({ data, flags }) => (
          <div className="desk-stack">
            <div className="desk-columns">
              {data.map((service) => (
                <ServicePanel key={service.id} service={service} />
              ))}
            </div>
            <FlagsPanel flags={flags} />
          </div>
        )}
      </Loaded>
    </Screen>
  );
}

function describeState({ is_on: isOn, is_ready: isReady }: Service): readonly [Tone, string] {
  if (!isOn) return ['quiet', m.service_off()];
  return isReady ? ['good', m.service_on()] : ['bad', m.service_incomplete()];
}

function ServicePanel({ service }: { service: Service }) {
  const { id, kind, settings } = service;
  const mayTest = usePermissions().includes('services.test');
  const test = useAct(testService);
  const [tone, state] = describeState(service);
  const missing = settings.filter(({ is_needed: isNeeded, is_set: isSet }) => isNeeded && !isSet);
  return (
    <Panel title={nameService(id)} actions={<Badge tone={tone}>{state}</Badge>}>
      {settings.length > 0 && (
        <Table
          label={nameService(id)}
          rows={settings}
          getKey={({ name }) => name}
          empty={m.value_none()}
          columns={[
            { name: m.services_setting(), kind: 'wide', show: ({ name }) => <Code text={name} /> },
            { name: m.services_is_set(), show: (setting) => describeSetting(setting, service.is_on) },
          ]}
        />
      )}
      {missing.length > 0 && <HowToSet settings={missing} />}
      {mayTest && service.is_on && service.is_ready && (
        <div className="desk-form">
          <p className="desk-note">{kind === 'sms' ? m.service_test_sms_note() : m.service_test_note()}</p>
          <Refusal error={test.error} />
          {test.data && <Result {...test.data.data} kind={kind} />}
          <div className="desk-buttons">
            <Button
              look="line"
              aria-label={m.service_test_of({ name: nameService(id) })}
              busy={test.isPending}
              onClick={() => {
                test.mutate({ id });
              }}
            >
              {kind === 'sms' ? m.service_test_sms() : m.service_test()}
            </Button>
            <TrailLink subject={`service:${id}`} />
          </div>
        </div>
      )}
    </Panel>
  );
}

type Setting = Service['settings'][number];

/** A setting that is missing is a fault of a service that is on alone. */
function describeSetting({ is_set: isSet, is_needed: isNeeded }: Setting, isOn: boolean) {
  if (isSet) return <Badge tone="good">{m.services_set()}</Badge>;
  if (!isNeeded) return <Badge tone="quiet">{m.services_unset()}</Badge>;
  return <Badge tone={isOn ? 'bad' : 'quiet'}>{m.services_missing()}</Badge>;
}

type Probe = Output<typeof testService>['data'];

function Result({ state, code, kind }: Probe & Pick<Service, 'kind'>) {
  const texts = {
    works: kind === 'sms' ? m.service_sms_sent() : m.service_works(),
    refused: m.service_refused(),
    failed: m.service_failed(),
  };
  return (
    <p role="status">
      <Badge tone={state === 'works' ? 'good' : 'bad'}>{texts[state]}</Badge> {code !== '' && <Code text={code} />}
    </p>
  );
}
