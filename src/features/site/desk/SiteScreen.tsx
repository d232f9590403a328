import { Link } from 'wouter';
import { nameMember } from '../../../platform/desk/name-member.ts';
import { Moment } from '../../../platform/desk/Parts.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { useQueryParam } from '../../../platform/desk/query-param.ts';
import { Loaded, Screen } from '../../../platform/desk/Screen.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { TrailLink } from '../../../platform/desk/TrailLink.tsx';
import { useCall } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { getSitePart, SITE_PARTS, type SitePart, type SiteVersion } from '../texts-contract.ts';
import { BrandForm } from './BrandForm.tsx';
import { DocumentForm } from './DocumentForm.tsx';
import { FlagsForm } from './FlagsForm.tsx';
import { HouseForm } from './HouseForm.tsx';
import { QuestionsForm } from './QuestionsForm.tsx';
import { Versions } from './Versions.tsx';
import { namePart } from './words.ts';

export function SiteScreen() {
  const [param, setPart] = useQueryParam('part');
  const part: SitePart = SITE_PARTS.find((name) => name === param) ?? SITE_PARTS[0];
  const answer = useCall(getSitePart, { part }, { isFresh: true });
  const mayRead = usePermissions().includes('people.read');
  return (
    <Screen
      title={m.site_title()}
      note={m.site_note()}
      actions={
        <>
          <Select
            label={m.site_part()}
            value={part}
            options={SITE_PARTS.map((name) => [name, namePart(name)] as const)}
            onChange={(name) => {
              setPart(name, ['before']);
            }}
          />
          {part === 'terms' && mayRead && (
            <Link className="desk-link" href="/site/acceptances">
              {m.acceptances_title()}
            </Link>
          )}
          <TrailLink subject={`site:${part}`} />
        </>
      }
    >
      <Loaded answer={answer}>
        {({ data }) => (
          <div className="desk-stack">
            <p className="desk-note">
              {data.rev === 0 ? (
                m.site_built_in()
              ) : (
                <>
                  {m.site_version_title({ number: formatNumber(data.rev) })} · <bdi>{nameMember(data.operator)}</bdi> ·{' '}
                  <Moment at={data.created_at} />
                </>
              )}
            </p>
            <Form key={part} version={data} />
            <Versions part={part} rev={data.rev} />
          </div>
        )}
      </Loaded>
    </Screen>
  );
}

function Form({ version: { value, ...facts } }: { version: SiteVersion }) {
  if (value.part === 'faq') return <QuestionsForm version={{ ...facts, value }} />;
  if (value.part === 'brand') return <BrandForm version={{ ...facts, value }} />;
  if (value.part === 'flags') return <FlagsForm version={{ ...facts, value }} />;
  if (value.part === 'house') return <HouseForm version={{ ...facts, value }} />;
  return <DocumentForm version={{ ...facts, value }} />;
}
