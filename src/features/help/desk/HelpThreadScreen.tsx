import { Link } from 'wouter';
import { Badge, Code, Facts, Mobile, Moment } from '../../../platform/desk/Parts.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { Loaded, Panel, Screen } from '../../../platform/desk/Screen.tsx';
import { useCall } from '../../../platform/desk/use-call.ts';
import { nameMember } from '../../../platform/desk/name-member.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatPlain } from '../../../platform/text/format.ts';
import { PaymentLink } from '../../operator/desk/PaymentLink.tsx';
import { getHelpThread } from '../desk-contract.ts';
import { AnswerForm } from './AnswerForm.tsx';
import { parsePlayNumbers } from '../play-numbers.ts';
import { describeHelp, nameKind, PLAY_NAMES } from './words.ts';

type Thread = Output<typeof getHelpThread>['data'];

export function HelpThreadScreen({ number }: { number: number }) {
  const answer = useCall(getHelpThread, { number });
  const mayAnswer = usePermissions().includes('help.answer');
  return (
    <Screen title={m.help_one({ number: formatPlain(number) })}>
      <Loaded answer={answer}>
        {({ data }) => (
          <div className="desk-columns">
            <ThreadFacts thread={data} />
            <Panel title={m.help_talk()}>
              <ol className="desk-talk">
                {data.messages.map(({ id, author, operator, text, created_at: at }) => (
                  <li key={id} className={`desk-said desk-said-${author}`}>
                    <p className="desk-said-head">
                      <bdi>{author === 'user' ? m.help_user() : nameMember(operator)}</bdi>
                      <Moment at={at} />
                    </p>
                    <p className="desk-words" dir="auto">
                      {text}
                    </p>
                  </li>
                ))}
              </ol>
              {mayAnswer && <AnswerForm thread={data} reload={() => void answer.refetch()} />}
            </Panel>
          </div>
        )}
      </Loaded>
    </Screen>
  );
}

function ThreadFacts({ thread }: { thread: Thread }) {
  const { tone, text } = describeHelp(thread.state);
  return (
    <Panel title={nameKind(thread.kind)} actions={<Badge tone={tone}>{text}</Badge>}>
      <Facts
        rows={[
          [
            m.help_who(),
            <Link key="who" className="desk-link" href={`/accounts/${String(thread.user_id)}`}>
              {thread.name !== '' && <bdi>{thread.name} </bdi>}
              <Mobile number={thread.mobile} />
            </Link>,
          ],
          ...(thread.payment_id === null
            ? []
            : [[m.help_payment(), <PaymentLink key="payment" id={thread.payment_id} />] as const]),
          ...(thread.page === null
            ? []
            : [
                [
                  m.help_page(),
                  <a key="page" className="desk-link" href={thread.page}>
                    <Code text={thread.page} />
                  </a>,
                ] as const,
              ]),
          ...(parsePlayNumbers(thread.play ?? '') ?? []).map(
            ({ field, value }) => [PLAY_NAMES[field](), <Code key={field} text={value} />] as const,
          ),
          [m.help_begun(), <Moment key="begun" at={thread.created_at} />],
        ]}
      />
    </Panel>
  );
}
