import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { Badge, Moment } from '../../../platform/desk/Parts.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { Loaded } from '../../../platform/desk/Screen.tsx';
import { useAct, useCall } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatPlain } from '../../../platform/text/format.ts';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { usePictureUpload } from '../../catalogue/desk/art/use-upload.ts';
import { PagePreview } from '../../catalogue/desk/PagePreview.tsx';
import { paths } from '../../../platform/paths.ts';
import { describeState } from '../../catalogue/desk/words.ts';
import * as calls from '../issues-contract.ts';
import { getDeskMagazine, listDeskMagazines, type DeskMagazine } from '../magazines-contract.ts';
import { CoverPlace } from './CoverPlace.tsx';
import { describeIssue } from './describe-print.ts';
import { FrontHistory } from './FrontHistory.tsx';
import { issueDraft, readIssueDraft, toIssueDraft } from './issue-draft.ts';
import { IssueFields } from './IssueFields.tsx';
import { PrintState } from './PrintState.tsx';
import { SaveBar } from './SaveBar.tsx';
import { usePartDraft } from './use-part-draft.ts';

/** A magazine may have the cover of its issue. */
const CHANGES = [calls.getDeskIssue, calls.listDeskIssues, getDeskMagazine, listDeskMagazines];
const CHECKS = [calls.getDeskIssue];

interface Props {
  magazine: Pick<DeskMagazine, 'id' | 'slug'>;
  number: number;
  onClose: () => void;
}

export function IssueDialog({ magazine, number, onClose }: Props) {
  const answer = useCall(calls.getDeskIssue, { id: magazine.id, number }, { isFresh: true });
  return (
    <Dialog title={m.print_issue_of({ number: formatPlain(number) })} wide onClose={onClose}>
      <Loaded answer={answer}>{({ data }) => <Issue issue={data} slug={magazine.slug} />}</Loaded>
    </Dialog>
  );
}

function Issue({ issue, slug }: { issue: calls.DeskIssue; slug: string }) {
  const mayWrite = usePermissions().includes('front.write');
  const { tone, text } = describeState(issue.state);
  return (
    <div className="desk-stack">
      <p>
        <Badge tone={tone}>{text}</Badge> {issue.state === 'scheduled' && <Moment at={issue.starts_at} />}
      </p>
      <IssueForm issue={issue} mayWrite={mayWrite} />
      <IssueCover issue={issue} mayWrite={mayWrite} />
      {mayWrite && <IssueState issue={issue} />}
      <PagePreview
        title={m.preview_title()}
        note={m.print_preview_note()}
        path={paths.channel(slug)}
        planned={issue.state === 'scheduled' ? issue.starts_at : null}
      />
      <FrontHistory label={m.print_issue_changes()} changes={issue.changes} describe={describeIssue} />
    </div>
  );
}

interface PartProps {
  issue: calls.DeskIssue;
  mayWrite: boolean;
}

function IssueForm({ issue, mayWrite }: PartProps) {
  const { magazine_id: id, number, rev, state } = issue;
  const form = `issue:${String(id)}/${String(number)}`;
  const edits = usePartDraft(form, issueDraft, { rev, value: toIssueDraft(issue) });
  const save = useAct(calls.saveIssue, CHANGES, CHECKS);
  const facts = readIssueDraft(edits.value);
  return (
    <div>
      <fieldset className="desk-form desk-fields" disabled={!mayWrite || save.isPending}>
        <DraftNote isStored={edits.isStored} clear={edits.clear} />
        <IssueFields
          draft={edits.value}
          change={(part) => {
            edits.change({ ...edits.value, ...part });
          }}
        />
      </fieldset>
      {mayWrite && (
        <SaveBar
          {...{ edits, act: save, isReady: facts !== null, isHidden: state !== 'released' }}
          theirs={<span className="desk-words">{describeIssue(JSON.stringify(issue))}</span>}
          save={() => {
            if (facts !== null) save.mutate({ id, number, rev: edits.rev, ...facts }, { onSuccess: edits.clear });
          }}
        />
      )}
    </div>
  );
}

function IssueCover({ issue: { magazine_id: id, number, rev, art }, mayWrite }: PartProps) {
  const upload = usePictureUpload(calls.uploadIssueCover, 'cover', CHANGES, CHECKS);
  const remove = useAct(calls.removeIssueCover, CHANGES, CHECKS);
  return (
    <CoverPlace
      {...{ art, cover: art, mayWrite, upload, remove }}
      onFile={(file, name) => {
        upload.mutate({ file, name, input: { id, number, rev } });
      }}
      onRemove={() => {
        remove.mutate({ id, number, rev });
      }}
    />
  );
}

function IssueState({ issue: { magazine_id: id, number, rev, state } }: Pick<PartProps, 'issue'>) {
  const publish = useAct(calls.publishIssue, CHANGES, CHECKS);
  const hide = useAct(calls.hideIssue, CHANGES, CHECKS);
  const isOpen = state === 'released' || state === 'scheduled';
  return (
    <PrintState
      form={`issue-state:${String(id)}/${String(number)}`}
      state={state}
      mayPlan
      act={isOpen ? hide : publish}
      publish={(reason, at, done) => {
        publish.mutate({ id, number, rev, starts_at: at, reason }, { onSuccess: done });
      }}
      hide={(reason, done) => {
        hide.mutate({ id, number, rev, reason }, { onSuccess: done });
      }}
    />
  );
}
