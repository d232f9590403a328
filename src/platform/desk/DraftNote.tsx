import { Button } from '../ui/Button.tsx';
import { m } from '../text/desk/messages.js';

/** Above a form whose text is of an earlier visit or of another tab. */
export function DraftNote({ isStored, clear }: { isStored: boolean; clear: () => void }) {
  if (!isStored) return null;
  return (
    <p className="desk-note" role="status">
      {m.draft_back()}{' '}
      <Button look="link" onClick={clear}>
        {m.draft_clear()}
      </Button>
    </p>
  );
}
