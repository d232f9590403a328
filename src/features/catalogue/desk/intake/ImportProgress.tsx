import { Panel } from '../../../../platform/desk/Screen.tsx';
import { m } from '../../../../platform/text/desk/messages.js';
import { RowProgress } from './RowProgress.tsx';
import type { Progress } from './run-import.ts';

interface Props {
  isWriting: boolean;
  progress: Progress;
  onStop: () => void;
}

export function ImportProgress({ isWriting, progress, onStop }: Props) {
  return (
    <Panel title={isWriting ? m.intake_writing() : m.intake_checking()}>
      <RowProgress progress={progress} note={isWriting ? m.intake_writing_note() : undefined} onStop={onStop} />
    </Panel>
  );
}
